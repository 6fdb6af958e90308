/** Pickled messages over sockets and lanes; run twice, the second time without borrowing. */
package org.ferryipc.unix.pickle;
