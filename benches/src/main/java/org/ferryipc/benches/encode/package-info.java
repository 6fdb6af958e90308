/**
 * The benchmarks {@code fuchsia.network.udp_serde}: the control data of a datagram, from a plain struct to bytes and back, as
 * segments, as records, and by Smile.
 *
 * <p>The types are those of {@code fuchsia.posix.socket}, numbers included. What does not belong here: channels.
 */
@NullMarked
package org.ferryipc.benches.encode;

import org.jspecify.annotations.NullMarked;
