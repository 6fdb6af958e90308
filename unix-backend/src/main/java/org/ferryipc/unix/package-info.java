/**
 * Descriptors by their numbers, and the Linux side of channels.
 *
 * <p>Nothing here accepts or returns {@code null} unless a signature says {@code @Nullable}. This is the only exported
 * package in which a descriptor number appears.
 */
@NullMarked
package org.ferryipc.unix;

import org.jspecify.annotations.NullMarked;
