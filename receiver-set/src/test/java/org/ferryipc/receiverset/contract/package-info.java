/** What a {@link org.ferryipc.receiverset.ReceiverSet} promises, as tests that every transport and mixture of them runs. */
package org.ferryipc.receiverset.contract;
