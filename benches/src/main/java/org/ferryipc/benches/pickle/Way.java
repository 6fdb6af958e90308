package org.ferryipc.benches.pickle;

import java.util.Locale;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.pickle.PickleCodec;

/** How payloads are read, by both sides. */
enum Way {
  /** Into a string of its own. */
  COPY(PickleCodec.of(Ping.class, Ping::copied)),

  /** Where it lies. */
  BORROW(PickleCodec.of(Ping.class, Ping::borrowed)),

  /** Into a string of its own, by the codec that a channel has if nobody names one. */
  SMILE(Codec.smile());

  private final Codec codec;

  Way(Codec codec) {
    this.codec = codec;
  }

  /** {@return the way of that name, as parameters have it} */
  static Way of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  ChannelOptions options(String lanes) {
    return Lanes.of(lanes).withCodec(codec);
  }
}
