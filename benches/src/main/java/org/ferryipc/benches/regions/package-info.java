/**
 * What loaned messages cost, and what a pool of regions does with the system for a real program's messages.
 *
 * <p>Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.benches.regions;

import org.jspecify.annotations.NullMarked;
