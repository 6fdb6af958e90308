/**
 * Shared memory that goes to and fro between two threads, which change all of it at each hop.
 *
 * <p>One thread measures, the other answers; each has a processor of its own where there are two. Names and parameters are
 * those of {@code ipc-channel}'s own benchmarks.
 */
@NullMarked
package org.ferryipc.benches.memory;

import org.jspecify.annotations.NullMarked;
