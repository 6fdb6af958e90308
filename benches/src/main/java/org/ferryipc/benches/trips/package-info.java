/**
 * Round trips by the names that Fuchsia has for them: to a thread or to a process, received directly (a channel) or by a set (a
 * port).
 *
 * <p>Benchmark states belong to one thread. Neither side is pinned, as there.
 */
@NullMarked
package org.ferryipc.benches.trips;

import org.jspecify.annotations.NullMarked;
