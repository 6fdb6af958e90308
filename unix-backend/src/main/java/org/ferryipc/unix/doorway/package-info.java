/**
 * The doorway on Linux: names that are bound and published by strict rules, clients that are checked before they get a
 * channel.
 *
 * <p>junixsocket binds, listens, accepts and connects, and does nothing else: every byte and every descriptor goes by
 * our own system calls on the connection's number. Its native library is loaded when the first name is opened or
 * connected to, not before.
 *
 * <p>Internal: not exported. A {@link org.ferryipc.unix.doorway.Doorkeeper} has a thread of its own; the other classes
 * belong to one thread at a time unless they say more. Nothing is {@code null} unless marked. What does not belong here:
 * what a channel does once both sides have it.
 */
@NullMarked
package org.ferryipc.unix.doorway;

import org.jspecify.annotations.NullMarked;
