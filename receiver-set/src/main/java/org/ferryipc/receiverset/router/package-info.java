/**
 * Handlers that are called with the messages of many receivers.
 *
 * <p>Nothing here accepts or returns {@code null} unless a signature says {@code @Nullable}. Code that wants to wait by
 * itself uses a {@link org.ferryipc.receiverset.ReceiverSet} instead.
 */
@NullMarked
package org.ferryipc.receiverset.router;

import org.jspecify.annotations.NullMarked;
