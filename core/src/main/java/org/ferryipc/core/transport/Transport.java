package org.ferryipc.core.transport;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.failure.IpcException;

/** How channels, descriptors and memory exist on one kind of system; found by {@link java.util.ServiceLoader}. */
public interface Transport {

  /** {@return a short name for messages, for instance {@code "linux"}} */
  String name();

  /** {@return why it cannot work on this machine, as one clear sentence; empty if it can} */
  Optional<String> unsupported();

  /**
   * Makes a one-way channel.
   *
   * @throws IpcException if the system refuses; nothing is left behind
   */
  OneWay openOneWay(ChannelOptions options) throws IpcException;

  /**
   * Makes a two-way channel.
   *
   * @throws IpcException if the system refuses; nothing is left behind
   */
  TwoWay openTwoWay(ChannelOptions options) throws IpcException;

  /** Opens a file. Without options: for reading. */
  RawDescriptor open(Path path, Set<? extends OpenOption> options) throws IOException;

  /**
   * Takes over the descriptor of a Java object; that object is kept, and closing it closes the number, because the JDK
   * lets nobody take a number away from it.
   *
   * @param owner a stream or file, whose close closes {@code descriptor}
   * @param descriptor its descriptor
   */
  RawDescriptor adopt(Closeable owner, FileDescriptor descriptor) throws IOException;

  /** Makes zero-filled shared memory of {@code length} bytes. */
  RawMemory memory(long length) throws IpcException;

  /**
   * {@return a new poller for receiving ports of this transport}
   *
   * @throws IpcException if the system refuses; nothing is left behind
   */
  ArrivalPoller openPoller() throws IpcException;

  /** {@return how processes meet over this transport; empty if it has no names} */
  default Optional<DoorwayTransport> doorway() {
    return Optional.empty();
  }

  /**
   * The two ends of a one-way channel.
   *
   * @param sender where messages go in
   * @param receiver where they come out
   */
  record OneWay(SendPort sender, ReceivePort receiver) {}

  /**
   * The two ends of a two-way channel.
   *
   * @param left one end
   * @param right the other
   */
  record TwoWay(DuplexPort left, DuplexPort right) {}
}
