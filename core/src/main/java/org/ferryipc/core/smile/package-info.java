/**
 * The default codec: Smile by Jackson. Internal: not exported, because no Jackson type stands in a signature of Ferry.
 * Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.core.smile;

import org.jspecify.annotations.NullMarked;
