/**
 * What a benchmark means by {@code lanes}: the same words and options in every one, in the process that measures and in its
 * partner.
 *
 * <p>Constants, safe for any thread. What does not belong here: other options of channels.
 */
@NullMarked
package org.ferryipc.benches.lanes;

import org.jspecify.annotations.NullMarked;
