/**
 * Much of something: senders, handles, members.
 *
 * <p>Benchmark states belong to one thread. What does not belong here: floors.
 */
@NullMarked
package org.ferryipc.benches.scale;

import org.jspecify.annotations.NullMarked;
