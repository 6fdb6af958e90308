package org.ferryipc.benches.pickle;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.pickle.PickleCodec;

/** How payloads are read, by both sides. */
enum Way {
  /** Into a string of its own. */
  COPY(PickleCodec.of(Ping.class, Ping::copied)),

  /** Where it lies. */
  BORROW(PickleCodec.of(Ping.class, Ping::borrowed));

  private final PickleCodec codec;

  Way(PickleCodec codec) {
    this.codec = codec;
  }

  ChannelOptions options(boolean lanes) {
    return ChannelOptions.defaults().withCodec(codec).withLanes(lanes ? LanePolicy.ALWAYS : LanePolicy.NEVER);
  }
}
