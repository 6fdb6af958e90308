package org.ferryipc.examples.logcollector;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.encode.EncodeCodec;

/**
 * One line of a log.
 *
 * @param number its place in its channel, from 0
 * @param nanos when it was written, as of the worker's {@link System#nanoTime}
 * @param text what happened
 */
record LogRecord(long number, long nanos, String text) {
  /**
   * How logs travel: there are very many of these, small and all of one form, which the default codec would describe in each.
   * The other messages are as usual, so who gets an end of a log says this again.
   */
  static final ChannelOptions OPTIONS = ChannelOptions.defaults().withCodec(EncodeCodec.get());
}
