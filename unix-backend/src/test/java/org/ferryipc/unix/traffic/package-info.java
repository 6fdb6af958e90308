/**
 * What goes by lanes and sockets together, in one order: moved ends, full rings, stopped and killed peers, the memory that
 * lanes take. The contract's suites run over lanes too; here is what only they can break.
 */
package org.ferryipc.unix.traffic;
