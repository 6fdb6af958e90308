package org.ferryipc.benches.encode;

/** What writing or reading a {@link MetaFrame} came to. */
sealed interface Framed {
  /**
   * It was written or read.
   *
   * @param bytes how many bytes the frame has, prelude included; the datagram's payload comes behind them
   */
  record Ok(int bytes) implements Framed {}

  /**
   * It was not; neither the memory nor the struct was changed.
   *
   * @param error why
   */
  record Refused(PreludeError error) implements Framed {}
}
