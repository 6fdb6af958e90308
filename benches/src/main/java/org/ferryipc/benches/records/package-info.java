/**
 * Records with contents, sent to oneself: what the codec costs.
 *
 * <p>Benchmark states belong to one thread. The messages are those of {@code ipc-channel}'s {@code struct_ipc}.
 */
@NullMarked
package org.ferryipc.benches.records;

import org.jspecify.annotations.NullMarked;
