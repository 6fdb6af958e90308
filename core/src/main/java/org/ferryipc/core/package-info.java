/**
 * Typed channels and the handles that move through them.
 *
 * <p>Nothing here accepts or returns {@code null} unless a signature says {@code @Nullable}. Operating systems do not
 * belong here: a transport is found by {@link java.util.ServiceLoader}.
 */
@NullMarked
package org.ferryipc.core;

import org.jspecify.annotations.NullMarked;
