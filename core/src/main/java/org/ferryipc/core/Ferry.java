package org.ferryipc.core;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.encode.DecodeResult;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.encode.EncodeResult;
import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.encode.Encoded;
import org.ferryipc.core.encode.Wire;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Transport;

/**
 * Makes channels and connects to names. Every method is safe for any thread and throws {@link
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

  /**
   * Connects to a {@link org.ferryipc.core.doorway.OneShotServer}. The only client it lets in; waits for no accept.
   *
   * @param name the server's name, see {@link org.ferryipc.core.doorway}
   * @return the sending end, whose messages the server receives
   * @throws org.ferryipc.core.failure.RefusedException if nobody listens there, or either side refuses the other: by
   *     user, by message type, or because another client was first
   * @throws org.ferryipc.core.failure.LimitExceededException if the name has too many bytes to be one
   * @throws IllegalArgumentException if {@code name} can be no name on this system
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  public static <T> IpcSender<T> connect(String name, Class<T> type) throws IpcException, InterruptedException {
    return connect(name, MessageType.of(type), DoorwayOptions.defaults());
  }

  /**
   * As {@link #connect(String, Class)}, no longer than {@code limit}.
   *
   * @throws org.ferryipc.core.failure.IpcTimeoutException if the limit has passed
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <T> IpcSender<T> connect(String name, Class<T> type, Duration limit)
      throws IpcException, InterruptedException {
    return connect(name, MessageType.of(type), DoorwayOptions.defaults(), limit);
  }

  /**
   * As {@link #connect(String, Class)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <T> IpcSender<T> connect(String name, MessageType<T> type, DoorwayOptions options)
      throws IpcException, InterruptedException {
    return Connecting.oneWay(name, type, options, Deadline.NEVER, Duration.ZERO);
  }

  /**
   * As {@link #connect(String, Class, Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <T> IpcSender<T> connect(String name, MessageType<T> type, DoorwayOptions options, Duration limit)
      throws IpcException, InterruptedException {
    return Connecting.oneWay(name, type, options, Deadline.after(limit), limit);
  }

  /**
   * Connects to an {@link org.ferryipc.core.doorway.IpcListener}; waits for no accept.
   *
   * @param name the listener's name, see {@link org.ferryipc.core.doorway}
   * @param out what this side sends: the listener's {@code In}
   * @param in what this side receives: the listener's {@code Out}
   * @return this side's end of a new channel
   * @throws org.ferryipc.core.failure.RefusedException if nobody listens there, or either side refuses the other: by user
   *     or by message type
   * @throws org.ferryipc.core.failure.LimitExceededException if the name has too many bytes to be one
   * @throws IllegalArgumentException if {@code name} can be no name on this system
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  public static <Out, In> Duplex<Out, In> connect(String name, Class<Out> out, Class<In> in)
      throws IpcException, InterruptedException {
    return connect(name, MessageType.of(out), MessageType.of(in), DoorwayOptions.defaults());
  }

  /**
   * As {@link #connect(String, Class, Class)}, no longer than {@code limit}.
   *
   * @throws org.ferryipc.core.failure.IpcTimeoutException if the limit has passed
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <Out, In> Duplex<Out, In> connect(String name, Class<Out> out, Class<In> in, Duration limit)
      throws IpcException, InterruptedException {
    return connect(name, MessageType.of(out), MessageType.of(in), DoorwayOptions.defaults(), limit);
  }

  /**
   * As {@link #connect(String, Class, Class)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <Out, In> Duplex<Out, In> connect(
      String name, MessageType<Out> out, MessageType<In> in, DoorwayOptions options)
      throws IpcException, InterruptedException {
    return Connecting.twoWay(name, out, in, options, Deadline.NEVER, Duration.ZERO);
  }

  /**
   * As {@link #connect(String, Class, Class, Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <Out, In> Duplex<Out, In> connect(
      String name, MessageType<Out> out, MessageType<In> in, DoorwayOptions options, Duration limit)
      throws IpcException, InterruptedException {
    return Connecting.twoWay(name, out, in, options, Deadline.after(limit), limit);
  }

  /**
   * Connects a child of {@link org.ferryipc.core.doorway.IpcProcess} to the process that started it. Once: the name is used
   * up then. The parent may be of another user.
   *
   * @param out what this side sends: the parent's {@code In}
   * @param in what this side receives: the parent's {@code Out}
   * @return this side's end of the channel
   * @throws org.ferryipc.core.failure.RefusedException if this process was not started so, has connected already, or
   *     states other message types than its parent
   * @throws IpcException as {@link #connect(String, Class, Class)}
   * @throws InterruptedException as {@link #connect(String, Class, Class)}
   */
  public static <Out, In> Duplex<Out, In> parent(Class<Out> out, Class<In> in)
      throws IpcException, InterruptedException {
    return parent(MessageType.of(out), MessageType.of(in), DoorwayOptions.defaults());
  }

  /**
   * As {@link #parent(Class, Class)}.
   *
   * @param options its policy is asked only about a parent that is no ancestor of this process
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <Out, In> Duplex<Out, In> parent(MessageType<Out> out, MessageType<In> in, DoorwayOptions options)
      throws IpcException, InterruptedException {
    return Connecting.parent(out, in, options, Deadline.NEVER, Duration.ZERO);
  }

  /**
   * As {@link #parent(Class, Class)}, no longer than {@code limit}: a parent that is stopped lets nobody in.
   *
   * @throws org.ferryipc.core.failure.IpcTimeoutException if the limit has passed; the name is not used up
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <Out, In> Duplex<Out, In> parent(Class<Out> out, Class<In> in, Duration limit)
      throws IpcException, InterruptedException {
    return parent(MessageType.of(out), MessageType.of(in), DoorwayOptions.defaults(), limit);
  }

  /**
   * As {@link #parent(MessageType, MessageType, DoorwayOptions)}, no longer than {@code limit}.
   *
   * @throws org.ferryipc.core.failure.IpcTimeoutException if the limit has passed; the name is not used up
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <Out, In> Duplex<Out, In> parent(
      MessageType<Out> out, MessageType<In> in, DoorwayOptions options, Duration limit)
      throws IpcException, InterruptedException {
    return Connecting.parent(out, in, options, Deadline.after(limit), limit);
  }

  /**
   * {@return the encoding of a value, a record or a {@link Wire}; its handles have moved into the result}
   *
   * <p>Never throws for what is wrong with the value or its class: that is in the result, and all handles are as before. What
   * has a form is told by {@code docs/encode.md}. For lists and generic types use {@link EncodeType#of(MessageType)}.
   */
  public static EncodeResult encode(Object value) {
    return EncodeType.encodeAny(value);
  }

  /**
   * {@return the value of encoded bytes that came without handles}
   *
   * @param metadata what {@link Encoded#metadata} gave; others are refused, in the result
   */
  public static <T> DecodeResult<T> decode(Class<T> type, MemorySegment bytes, EncodeMetadata metadata) {
    return EncodeType.decodeAny(type, found -> found.decode(bytes, metadata));
  }

  /** {@return the value of an encoded one, handles included}, which is spent by that, also when it fails */
  public static <T> DecodeResult<T> decode(Class<T> type, Encoded encoded) {
    return EncodeType.decodeAny(type, found -> found.decode(encoded));
  }
}
