/** Interfaces that the library cannot see, as those of most programs are. */
@org.jspecify.annotations.NullMarked
package org.ferryipc.rpc.hidden;
