package org.ferryipc.core.transport;

import java.io.IOException;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.IpcException;

/**
 * A receiving end that was moved into a receiver set.
 *
 * @param <H> the kind of handle
 * @param <T> what its messages become
 * @param handle the new owner of the port; nobody else has it until the set gives it out
 * @param port where messages come from; to be used under a hold of {@code handle}
 * @param options its limits, and how its messages are decoded
 * @param decoder makes values of messages
 */
public record Gathered<H extends Handle, T>(H handle, ReceivePort port, ChannelOptions options, Decoder<T> decoder) {

  /**
   * Takes the next message, as {@link ReceivePort#tryReceive} does; under a hold of the handle.
   *
   * @throws IpcException as there, with the name of the handle
   */
  public Arrival tryReceive() throws IpcException {
    try {
      return port.tryReceive(options.limits());
    } catch (IpcException e) {
      throw EndAccess.get().named(handle, e);
    }
  }

  /** Closes the end. */
  public void close() {
    try {
      handle.close();
    } catch (IOException e) {
      throw new AssertionError("only descriptors throw from close", e);
    }
  }

  /** Makes values of messages. */
  @FunctionalInterface
  public interface Decoder<T> {
    /**
     * {@return the value}
     *
     * @throws IpcException if it does not decode; its resources are released
     */
    Delivery<T> decode(Incoming message) throws IpcException;
  }

  /** What a set does with an end before it is moved for good. */
  @FunctionalInterface
  public interface Joining<H extends Handle, T> {
    /**
     * Takes the end in.
     *
     * @throws IpcException if it cannot: the end stays where it was
     */
    void join(Gathered<H, T> end) throws IpcException;
  }
}
