/**
 * Messages of plain bytes that fit in one packet, sent to oneself: what Ferry costs without a codec.
 *
 * <p>Benchmark states belong to one thread. What does not belong here: payloads larger than a packet ({@code large}).
 */
@NullMarked
package org.ferryipc.benches.bytes;

import org.jspecify.annotations.NullMarked;
