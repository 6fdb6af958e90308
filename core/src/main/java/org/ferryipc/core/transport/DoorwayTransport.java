package org.ferryipc.core.transport;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.TransportException;

/**
 * How processes meet by a name. It binds names, checks who comes and compares what both sides say they speak; what it
 * gives out is a channel's end, connected and checked.
 *
 * <p>Any thread may call anything.
 */
public interface DoorwayTransport {

  /**
   * {@return the doorway of {@code transport}}
   *
   * @throws TransportException if it has none
   */
  static DoorwayTransport of(Transport transport) throws TransportException {
    return transport
        .doorway()
        .orElseThrow(
            () -> new TransportException("the transport \"" + transport.name() + "\" has no names to connect to", null));
  }

  /**
   * Opens a name for clients that send one way; does not block.
   *
   * @throws IpcException if the name is taken, cannot be a name here, or the system refuses; nothing is left behind
   */
  Gate<ReceivePort> openOneWay(GateRequest request) throws IpcException;

  /**
   * Opens a name for clients that send and receive; does not block.
   *
   * @throws IpcException as {@link #openOneWay}
   */
  Gate<DuplexPort> openTwoWay(GateRequest request) throws IpcException;

  /**
   * Waits until the gate of a name has let this process in.
   *
   * @throws org.ferryipc.core.failure.RefusedException if nobody listens there or either side refuses the other
   * @throws org.ferryipc.core.failure.IpcTimeoutException if the deadline has passed
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  SendPort enterOneWay(Entry entry) throws IpcException, InterruptedException;

  /**
   * As {@link #enterOneWay}, for a channel that goes both ways.
   *
   * @throws IpcException as {@link #enterOneWay}
   * @throws InterruptedException as {@link #enterOneWay}
   */
  DuplexPort enterTwoWay(Entry entry) throws IpcException, InterruptedException;

  /**
   * Requires that so many descriptor numbers are free now, for a call that would do harm with fewer. Takes none: another
   * thread may have them before the caller.
   *
   * @param doing what they are for, for the text
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if they are not
   * @throws IpcException if the system does not say
   */
  default void requireNumbers(int numbers, String doing) throws IpcException {} // where nothing has numbers
}
