package org.ferryipc.core;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.RawDescriptor;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Transport;

/** Opens the handle classes to Ferry's own modules, and to nobody else. */
final class Ends extends EndAccess {
  @Override
  public <T> IpcSender<T> sender(SendPort port, MessageType<T> type, ChannelOptions options) {
    return new IpcSender<>(port, type, options, new Ownership(port));
  }

  @Override
  public <T> IpcReceiver<T> receiver(ReceivePort port, MessageType<T> type, ChannelOptions options) {
    return new IpcReceiver<>(port, type, options, new Ownership(port));
  }

  @Override
  public <A, B> Duplex<A, B> duplex(DuplexPort port, MessageType<A> out, MessageType<B> in, ChannelOptions options) {
    return new Duplex<>(port, out, in, options);
  }

  @Override
  public OwnedFd descriptor(RawDescriptor raw) {
    return new OwnedFd(raw);
  }

  @Override
  public Resource detach(Handle handle, String by) {
    return ((Owned) handle).moveOut(Resource.class, true, by);
  }

  @Override
  public <R> R convert(OwnedFd descriptor, Conversion<R> conversion, String by) throws IOException {
    return descriptor.convert(conversion, by);
  }

  @Override
  public Resource hold(Handle handle) {
    Ownership ownership = ((Owned) handle).ownership;
    ownership.hold(handle);
    return ownership.resource();
  }

  @Override
  public void drop(Handle handle) {
    ((Owned) handle).ownership.drop();
  }

  @Override
  public IpcException named(Handle end, IpcException found) {
    return ((Owned) end).named(found);
  }

  @Override
  public void awaitArrival(Handle end, Deadline deadline) throws IpcException, InterruptedException {
    Receiving receiving =
        switch (end) {
          case IpcReceiver<?> typed -> typed.receiving();
          case OpaqueReceiver opaque -> opaque.receiving();
          case BytesReceiver bytes -> bytes.receiving();
          case Duplex<?, ?> duplex -> duplex.receiving();
          default -> throw new IllegalArgumentException(end + " receives nothing");
        };
    receiving.awaitArrival(deadline);
  }

  @Override
  public <T> void gather(IpcReceiver<T> receiver, Gathered.Joining<IpcReceiver<T>, T> joining, String by)
      throws IpcException {
    gather(receiver, receiver::again, joining, by);
  }

  @Override
  public void gather(BytesReceiver receiver, Gathered.Joining<BytesReceiver, byte[]> joining, String by)
      throws IpcException {
    gather(receiver, receiver::again, joining, by);
  }

  @Override
  public void gather(OpaqueReceiver receiver, Gathered.Joining<OpaqueReceiver, OpaqueMessage> joining, String by)
      throws IpcException {
    gather(receiver, receiver::again, joining, by);
  }

  @Override
  public <A, B> void gather(Duplex<A, B> end, Gathered.Joining<Duplex<A, B>, B> joining, String by)
      throws IpcException {
    gather(end, end::again, joining, by);
  }

  // The new handle is made before the old one is moved, so that what the set shows to other threads is complete.
  private static <H extends Owned & Handle, T> void gather(
      H end, Again<H, T> again, Gathered.Joining<H, T> joining, String by) throws IpcException {
    end.ownership.lease(end, true);
    boolean joined = false;
    try {
      Gathered<H, T> inside = again.make();
      inside.port().prefer(inside.options());
      try {
        joining.join(inside);
        joined = true;
      } finally {
        if (!joined) {
          Resource stays = inside.handle().moveOut(Resource.class, true, "a failed " + by);
          assert stays == end.ownership.resource();
        }
      }
    } finally {
      if (joined) {
        end.ownership.commit(by);
      } else {
        end.ownership.rollback();
      }
    }
  }

  @FunctionalInterface
  private interface Again<H extends Handle, T> {
    Gathered<H, T> make() throws SerializationException;
  }

  @Override
  public Ownership ownership(Handle handle) {
    return ((Owned) handle).ownership;
  }

  @Override
  public <R> R claiming(List<Resource> resources, ChannelOptions options, Claiming<R> claiming) {
    IncomingHandles handles = new IncomingHandles(resources, options);
    boolean done = false;
    try {
      R result = claiming.from(handles);
      var unused = handles.finish();
      done = true;
      return result;
    } finally {
      if (!done) {
        handles.abandon();
      }
    }
  }

  @Override
  public OpaqueMessage undecoded(Incoming message, ChannelOptions options) {
    return new OpaqueMessage(message, options);
  }

  @Override
  public OpaqueMessage gathered(
      List<MemorySegment> parts, int length, List<Resource> resources, ChannelOptions options) {
    return new OpaqueMessage(parts, length, resources, options);
  }

  @Override
  public Transport transport(Reach reach) throws TransportException {
    return Transports.of(reach);
  }
}
