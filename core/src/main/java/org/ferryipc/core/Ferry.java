package org.ferryipc.core;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Transport;

/**
 * Makes channels. Every method is safe for any thread and throws {@link
 * org.ferryipc.core.failure.ResourceExhaustedException} if the system has no descriptor left, and {@link
 * org.ferryipc.core.failure.TransportException} if there is no transport for this system; nothing is left behind then.
 */
public final class Ferry {
  static {
    EndAccess.install(new Ends());
  }

  private Ferry() {}

  /**
   * {@return a new channel for messages of a class that is not generic}
   *
   * @throws IpcException if the system refuses
   */
  public static <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return channel(MessageType.of(type), ChannelOptions.defaults());
  }

  /**
   * {@return a new channel}
   *
   * @throws IpcException if the system refuses
   */
  public static <T> IpcChannel<T> channel(MessageType<T> type) throws IpcException {
    return channel(type, ChannelOptions.defaults());
  }

  /**
   * {@return a new channel}
   *
   * @throws IpcException if the system refuses
   */
  public static <T> IpcChannel<T> channel(MessageType<T> type, ChannelOptions options) throws IpcException {
    Transport.OneWay ports = Transports.of(options.reach()).openOneWay(options);
    return new IpcChannel<>(
        new IpcSender<>(ports.sender(), type, options, new Ownership(ports.sender())),
        new IpcReceiver<>(ports.receiver(), type, options, new Ownership(ports.receiver())));
  }

  /**
   * {@return a new channel of bytes}
   *
   * @throws IpcException if the system refuses
   */
  public static BytesChannel bytes() throws IpcException {
    return bytes(ChannelOptions.defaults());
  }

  /**
   * {@return a new channel of bytes}
   *
   * @throws IpcException if the system refuses
   */
  public static BytesChannel bytes(ChannelOptions options) throws IpcException {
    Transport.OneWay ports = Transports.of(options.reach()).openOneWay(options);
    return new BytesChannel(
        new BytesSender(ports.sender(), options, new Ownership(ports.sender())),
        new BytesReceiver(ports.receiver(), options, new Ownership(ports.receiver())));
  }

  /**
   * {@return a new two-way channel: the left end sends {@code a} and receives {@code b}}
   *
   * @throws IpcException if the system refuses
   */
  public static <A, B> DuplexPair<A, B> duplex(Class<A> a, Class<B> b) throws IpcException {
    return duplex(MessageType.of(a), MessageType.of(b), ChannelOptions.defaults());
  }

  /**
   * {@return a new two-way channel: the left end sends {@code a} and receives {@code b}}
   *
   * @throws IpcException if the system refuses
   */
  public static <A, B> DuplexPair<A, B> duplex(MessageType<A> a, MessageType<B> b, ChannelOptions options)
      throws IpcException {
    Transport.TwoWay ports = Transports.of(options.reach()).openTwoWay(options);
    return new DuplexPair<>(
        new Duplex<>(ports.left(), a, b, options), new Duplex<>(ports.right(), b, a, options));
  }
}
