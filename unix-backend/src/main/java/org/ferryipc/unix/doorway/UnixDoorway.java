package org.ferryipc.unix.doorway;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.Entry;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.socket.SocketPorts;

/** Names on Linux. Safe for any thread; junixsocket's native library is loaded with the first name, not with this. */
public final class UnixDoorway implements DoorwayTransport {

  /** Makes a doorway; does nothing else. */
  public UnixDoorway() {}

  @Override
  public Gate<ReceivePort> openOneWay(GateRequest request) throws IpcException {
    return Doorkeeper.open(request, (socket, peer, life) -> SocketPorts.receiver(socket, life));
  }

  @Override
  public Gate<DuplexPort> openTwoWay(GateRequest request) throws IpcException {
    return Doorkeeper.open(request, SocketPorts::duplex);
  }

  @Override
  public SendPort enterOneWay(Entry entry) throws IpcException, InterruptedException {
    return Caller.enter(
        entry,
        (socket, peer, life) -> {
          if (life != null) {
            life.close(); // a sender is not told why its receiver is gone
          }
          return SocketPorts.sender(socket);
        });
  }

  @Override
  public DuplexPort enterTwoWay(Entry entry) throws IpcException, InterruptedException {
    return Caller.enter(entry, SocketPorts::duplex);
  }

  @Override
  public void requireNumbers(int numbers, String doing) throws ResourceExhaustedException {
    long limit = KernelFailures.descriptorLimit();
    int end = limit < 0 ? Integer.MAX_VALUE : (int) Math.min(limit, Integer.MAX_VALUE);
    // By number, as descriptors may be open above a limit that was lowered, and not every kernel counts.
    if (Descriptors.countFree(0, end, numbers) < numbers) {
      throw new ResourceExhaustedException(doing, Errno.name(Errno.EMFILE), limit);
    }
  }
}
