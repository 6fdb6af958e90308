package org.ferryipc.examples.logcollector;

import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.encode.EncodeCodec;

/**
 * Records of one log that travel together: one message for one record, or for thousands, which then is a large one.
 *
 * @param records in their order
 */
record LogBatch(List<LogRecord> records) {
  /**
   * How logs travel: there are very many records, small and all of one form, which the default codec would describe in each.
   * The other messages are as usual, so who gets an end of a log says this again.
   */
  static final ChannelOptions OPTIONS = ChannelOptions.defaults().withCodec(EncodeCodec.get());
}
