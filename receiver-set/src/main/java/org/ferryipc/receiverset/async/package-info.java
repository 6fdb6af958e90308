/**
 * Receivers for programs that are written with futures or with reactive streams.
 *
 * <p>Nothing here accepts or returns {@code null} unless a signature says {@code @Nullable}. A program that may have a
 * virtual thread for each receiver needs none of this: {@link org.ferryipc.core.IpcReceiver#receive} does.
 */
@NullMarked
package org.ferryipc.receiverset.async;

import org.jspecify.annotations.NullMarked;
