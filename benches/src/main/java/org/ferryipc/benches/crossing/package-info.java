/**
 * Messages between two processes, by a lane and by the socket, and what else lanes are held to.
 *
 * <p>Internal, for JMH. Each class answers one question; the other process has a class with a main method. Floors are in
 * {@code floor}.
 */
@NullMarked
package org.ferryipc.benches.crossing;

import org.jspecify.annotations.NullMarked;
