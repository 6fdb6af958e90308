package org.ferryipc.benches.pickle;

import org.ferryipc.benches.crossing.Where;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.ChannelOptions;

/**
 * What both sides must agree on.
 *
 * @param way how they read
 * @param lanes whether the channels have lanes, by a word of {@link Lanes}
 * @param where on which processors they run
 * @param proxy whether a thread of its own receives, and hands each message on, as Chromium's {@code ChannelProxy} does
 */
record Setting(Way way, String lanes, Where where, boolean proxy) {
  ChannelOptions options() {
    return way.options(lanes);
  }
}
