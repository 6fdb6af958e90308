/**
 * Regions: pieces of memory in which messages lie while they travel, and which of them a channel keeps when they are empty.
 *
 * <p>Here is the policy; where a region's memory comes from is the matter of a {@link RegionGround}. A pool belongs to one
 * sending end, because a receiver may keep a mapping of what it was once shown. A pool is thread-safe, its ring is not, a region
 * belongs to one thread from {@link RegionPool#take} on. Nothing is {@code null} unless marked. Internal: a program sees {@link
 * org.ferryipc.core.ChannelRegions} and {@link org.ferryipc.core.LoanedMessage}.
 */
@NullMarked
package org.ferryipc.core.region;

import org.jspecify.annotations.NullMarked;
