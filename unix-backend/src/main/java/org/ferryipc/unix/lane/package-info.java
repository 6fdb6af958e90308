/**
 * Lanes: a ring of bytes in shared memory beside a channel's socket, for messages without handles that are not large.
 *
 * <p>Internal. The protocol's two sides ({@link org.ferryipc.unix.lane.SendingLane},
 * {@link org.ferryipc.unix.lane.ReceivingLane}) are apart from the memory that they work on, so that tests can run them over
 * memory of their own; the labels [S1] to [R10] in the comments are the steps of docs/lanes.md. Nothing here waits, takes a
 * lock or is safe for two threads at once; nothing is {@code null} unless marked. What does not belong here: system calls on
 * sockets, and when a lane is worth while ({@code socket}).
 */
@NullMarked
package org.ferryipc.unix.lane;

import org.jspecify.annotations.NullMarked;
