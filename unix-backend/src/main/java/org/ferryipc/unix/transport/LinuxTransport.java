package org.ferryipc.unix.transport;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.ArrivalPoller;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.RawDescriptor;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.core.transport.Transport;
import org.ferryipc.unix.descriptor.FileOpening;
import org.ferryipc.unix.descriptor.UnixDescriptor;
import org.ferryipc.unix.doorway.UnixDoorway;
import org.ferryipc.unix.kernel.Kernel;
import org.ferryipc.unix.region.SharedFile;
import org.ferryipc.unix.socket.SocketPorts;
import org.ferryipc.unix.waiting.EpollPoller;

/**
 * Channels over sockets, for Linux. Found by {@link java.util.ServiceLoader}; programs never name it.
 *
 * <p>In a package that is not exported; public because the class path's service loader asks for that.
 */
public final class LinuxTransport implements Transport {

  /** For the service loader. */
  public LinuxTransport() {}

  @Override
  public String name() {
    return "linux";
  }

  @Override
  public Optional<String> unsupported() {
    return Kernel.unsupported();
  }

  @Override
  public OneWay openOneWay(ChannelOptions options) throws IpcException {
    return SocketPorts.oneWay();
  }

  @Override
  public TwoWay openTwoWay(ChannelOptions options) throws IpcException {
    return SocketPorts.twoWay();
  }

  @Override
  public RawDescriptor open(Path path, Set<? extends OpenOption> options) throws IOException {
    return new UnixDescriptor(FileOpening.open(path, options));
  }

  @Override
  public RawDescriptor adopt(Closeable owner, FileDescriptor descriptor) throws IOException {
    return UnixDescriptor.adopt(owner, descriptor);
  }

  @Override
  public RawMemory memory(long length) throws IpcException {
    return SharedFile.create(length);
  }

  @Override
  public ArrivalPoller openPoller() throws IpcException {
    return EpollPoller.open();
  }

  @Override
  public Optional<DoorwayTransport> doorway() {
    return Optional.of(new UnixDoorway());
  }
}
