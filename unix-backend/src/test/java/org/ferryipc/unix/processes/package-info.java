/**
 * What the trials need to know of processes and threads that Java does not tell: a child with a channel to it, signals
 * to one thread, processor time, descriptors.
 *
 * <p>Each type states its thread safety. What does not belong here: starting a JVM ({@code testing}), and what a trial
 * expects.
 */
@NullMarked
package org.ferryipc.unix.processes;

import org.jspecify.annotations.NullMarked;
