package org.ferryipc.core;

/**
 * The two ends of a new channel of bytes.
 *
 * @param sender where messages go in
 * @param receiver where they come out
 */
public record BytesChannel(BytesSender sender, BytesReceiver receiver) implements AutoCloseable {
  /** Closes both ends; one that was moved meanwhile is left alone. */
  @Override
  public void close() {
    sender.close();
    receiver.close();
  }
}
