package org.ferryipc.core.inprocess;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.transport.ArrivalPoller;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.RawDescriptor;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.core.transport.Transport;

/** The transport that never leaves the process. It carries any handle, and makes none but channel ends. */
public final class InProcessTransport implements Transport {
  private static final String NO_SYSTEM = "descriptors need a transport between processes";

  private final DoorwayTransport doorway = new InProcessDoorway(this);

  @Override
  public String name() {
    return "in-process";
  }

  @Override
  public Optional<String> unsupported() {
    return Optional.empty();
  }

  @Override
  public OneWay openOneWay(ChannelOptions options) {
    MessageQueue queue = new MessageQueue(options.limits());
    return new OneWay(new QueueSender(queue), new QueueReceiver(queue));
  }

  @Override
  public TwoWay openTwoWay(ChannelOptions options) {
    MessageQueue there = new MessageQueue(options.limits());
    MessageQueue back = new MessageQueue(options.limits());
    return new TwoWay(new QueueDuplex(there, back), new QueueDuplex(back, there));
  }

  @Override
  public RawDescriptor open(Path path, Set<? extends OpenOption> options) throws TransportException {
    throw new TransportException(NO_SYSTEM, null);
  }

  @Override
  public RawDescriptor adopt(Closeable owner, FileDescriptor descriptor) throws TransportException {
    throw new TransportException(NO_SYSTEM, null);
  }

  @Override
  public RawMemory memory(long length) throws TransportException {
    throw new TransportException(NO_SYSTEM, null);
  }

  @Override
  public ArrivalPoller openPoller() {
    return new QueuePoller();
  }

  @Override
  public Optional<DoorwayTransport> doorway() {
    return Optional.of(doorway);
  }
}
