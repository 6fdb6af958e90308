/**
 * Typed messages, sent to oneself and received by the same thread: what the codec and the move of handles cost.
 *
 * <p>Benchmark states belong to one thread. Names and parameters are those of {@code ipc-channel}'s own benchmarks.
 * What does not belong here: floors.
 */
@NullMarked
package org.ferryipc.benches.typed;

import org.jspecify.annotations.NullMarked;
