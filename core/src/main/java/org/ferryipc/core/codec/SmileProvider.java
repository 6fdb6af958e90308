package org.ferryipc.core.codec;

import org.ferryipc.core.smile.SmileCodec;

/** Loads Jackson only when the default codec is asked for: a program with its own codec does not pay for it. */
final class SmileProvider {
  static final Codec INSTANCE = new SmileCodec();

  private SmileProvider() {}
}
