/**
 * Waiting for many receivers at once.
 *
 * <p>Nothing here accepts or returns {@code null} unless a signature says {@code @Nullable}. How a transport waits does
 * not belong here: that is the poller of the transport SPI.
 */
@NullMarked
package org.ferryipc.receiverset;

import org.jspecify.annotations.NullMarked;
