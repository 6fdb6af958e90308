/** Remote memory over sockets and lanes, and of processes that are killed and stopped. */
package org.ferryipc.unix.remotememory;
