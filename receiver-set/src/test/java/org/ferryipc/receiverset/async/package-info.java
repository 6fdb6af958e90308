/** What the asynchronous adapters promise, as tests that every transport runs. */
package org.ferryipc.receiverset.async;
