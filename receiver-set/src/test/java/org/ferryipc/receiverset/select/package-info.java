/** What a choice among receivers promises, as tests that every transport runs. */
package org.ferryipc.receiverset.select;
