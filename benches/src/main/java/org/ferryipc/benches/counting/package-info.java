/**
 * Counts the system calls of an operation, by strace(1), in a virtual machine of its own: what is traced is many times slower,
 * so it is never timed.
 *
 * <p>What does not belong here: what the calls cost.
 */
@NullMarked
package org.ferryipc.benches.counting;

import org.jspecify.annotations.NullMarked;
