package org.ferryipc.core;

/**
 * The two ends of a new typed channel.
 *
 * @param sender where messages go in
 * @param receiver where they come out
 */
public record IpcChannel<T>(IpcSender<T> sender, IpcReceiver<T> receiver) implements AutoCloseable {
  /** Closes both ends; one that was moved meanwhile is left alone. */
  @Override
  public void close() {
    sender.close();
    receiver.close();
  }
}
