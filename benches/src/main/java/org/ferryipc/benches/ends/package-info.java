/**
 * Channels that are made for one use: what it costs to have a new one, and to give its ends away.
 *
 * <p>Benchmark states belong to one thread. What does not belong here: ends that go to and fro ({@code typed}).
 */
@NullMarked
package org.ferryipc.benches.ends;

import org.jspecify.annotations.NullMarked;
