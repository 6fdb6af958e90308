package org.ferryipc.core.transport;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.Handle;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Reach;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * How Ferry's other packages and modules make handles from resources and take resources out of handles, which users
 * cannot: the handle classes keep their constructors to themselves, and one of theirs implements this.
 */
public abstract class EndAccess {
  private static volatile @Nullable EndAccess installed;

  /** For the handle classes alone; other packages use {@link #get}. */
  protected EndAccess() {}

  /** Called once, by the handle classes. */
  public static void install(EndAccess access) {
    installed = access;
  }

  /** {@return the way in} */
  public static EndAccess get() {
    EndAccess access = installed;
    if (access == null) {
      try {
        MethodHandles.lookup().ensureInitialized(Ferry.class);
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      access = java.util.Objects.requireNonNull(installed);
    }
    return access;
  }

  /** {@return a sender that owns one reference of {@code port}} */
  public abstract <T> IpcSender<T> sender(SendPort port, MessageType<T> type, ChannelOptions options);

  /** {@return a receiver that owns {@code port}} */
  public abstract <T> IpcReceiver<T> receiver(ReceivePort port, MessageType<T> type, ChannelOptions options);

  /** {@return a duplex end that owns {@code port}} */
  public abstract <A, B> Duplex<A, B> duplex(
      DuplexPort port, MessageType<A> out, MessageType<B> in, ChannelOptions options);

  /** {@return a descriptor that owns {@code raw}} */
  public abstract OwnedFd descriptor(RawDescriptor raw);

  /**
   * Moves the resource out of a handle; its caller owns it from now on.
   *
   * @param by what moves it, for the text of later errors
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open, or a call is running on it
   */
  public abstract Resource detach(Handle handle, String by);

  /**
   * Moves a descriptor out of its handle by a conversion; if that throws, nothing has changed.
   *
   * @param by what moves it, for the text of later errors
   * @throws java.io.IOException what the conversion throws
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open, or a call is running on it
   */
  public abstract <R> R convert(OwnedFd descriptor, Conversion<R> conversion, String by) throws java.io.IOException;

  /** Turns a raw descriptor into something else that owns its number. */
  @FunctionalInterface
  public interface Conversion<R> {
    /** {@return the new owner} */
    R of(RawDescriptor raw) throws java.io.IOException;
  }

  /**
   * {@return the resource of a handle, which is busy until {@link #drop}: nobody can free or move it (a sender may be moved,
   * but not freed)}
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open
   */
  public abstract Resource hold(Handle handle);

  /** Ends {@link #hold}. */
  public abstract void drop(Handle handle);

  /** {@return the same error of the end's port, with the end's name} */
  public abstract IpcException named(Handle end, IpcException found);

  /**
   * Waits until a receiving end may have a message or its end, another thread closes it, the deadline has passed, or for no
   * reason; takes nothing. Takes its turn among the end's receives.
   *
   * @throws IpcException as a receive
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws org.ferryipc.core.failure.HandleStateException if the end is not open
   */
  public abstract void awaitArrival(Handle end, Deadline deadline) throws IpcException, InterruptedException;

  /**
   * Moves a receiver into a set: leases it, lets the set take in a new handle that owns the same port, and commits. If
   * {@code joining} throws, the receiver is as before.
   *
   * @param by what moves it, for the text of later errors
   * @throws IpcException what {@code joining} throws
   * @throws org.ferryipc.core.failure.SerializationException if the messages of its type can never be decoded
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open, or a call is running on it
   */
  public abstract <T> void gather(
      IpcReceiver<T> receiver, Gathered.Joining<IpcReceiver<T>, T> joining, String by) throws IpcException;

  /**
   * As {@link #gather(IpcReceiver, Gathered.Joining, String)}, for bytes.
   *
   * @throws IpcException as there
   */
  public abstract void gather(
      BytesReceiver receiver, Gathered.Joining<BytesReceiver, byte[]> joining, String by) throws IpcException;

  /**
   * As {@link #gather(IpcReceiver, Gathered.Joining, String)}, for messages that are decoded later.
   *
   * @throws IpcException as there
   */
  public abstract void gather(
      OpaqueReceiver receiver, Gathered.Joining<OpaqueReceiver, OpaqueMessage> joining, String by)
      throws IpcException;

  /**
   * As {@link #gather(IpcReceiver, Gathered.Joining, String)}, for a two-way end.
   *
   * @throws IpcException as there
   */
  public abstract <A, B> void gather(
      Duplex<A, B> end, Gathered.Joining<Duplex<A, B>, B> joining, String by) throws IpcException;

  /** {@return the record of who owns a handle}, for a lease */
  public abstract Ownership ownership(Handle handle);

  /**
   * Makes handles of resources: those that {@code claiming} takes are its caller's, the others are released; if it throws,
   * all are.
   *
   * @param options of channel ends among them
   * @return what {@code claiming} returned
   */
  public abstract <R> R claiming(List<Resource> resources, ChannelOptions options, Claiming<R> claiming);

  /** Takes handles out of a source. */
  @FunctionalInterface
  public interface Claiming<R> {
    /** {@return what was made of the handles} */
    R from(HandleSource source);
  }

  /** {@return a message that belongs to the caller now, undecoded} */
  public abstract OpaqueMessage undecoded(Incoming message, ChannelOptions options);

  /** {@return a message of bytes in several pieces, which stay where they are, and of resources that are its own now} */
  public abstract OpaqueMessage gathered(
      List<MemorySegment> parts, int length, List<Resource> resources, ChannelOptions options);

  /** {@return the transport of channels that reach so far} */
  public abstract Transport transport(Reach reach) throws org.ferryipc.core.failure.TransportException;
}
