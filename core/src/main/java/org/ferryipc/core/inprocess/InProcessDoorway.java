package org.ferryipc.core.inprocess;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.Entry;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Transport;

/**
 * Names within this process. Nobody's identity is asked for: all clients are this process. Connecting never waits, as the
 * queue of a gate has no bound: whoever connects holds the other end anyway.
 */
final class InProcessDoorway implements DoorwayTransport {
  private final Transport transport;
  private final Map<String, NamedGate<?>> gates = new ConcurrentHashMap<>();
  private final AtomicLong made = new AtomicLong();

  InProcessDoorway(Transport transport) {
    this.transport = transport;
  }

  @Override
  public Gate<ReceivePort> openOneWay(GateRequest request) throws RefusedException {
    return open(request);
  }

  @Override
  public Gate<DuplexPort> openTwoWay(GateRequest request) throws RefusedException {
    return open(request);
  }

  private <P extends Resource> Gate<P> open(GateRequest request) throws RefusedException {
    String name = request.name().orElseGet(() -> "in-process-" + made.incrementAndGet());
    NamedGate<P> gate = new NamedGate<>(name, request, gates);
    if (gates.putIfAbsent(name, gate) != null) {
      throw new RefusedException("the name " + name + " is taken in this process");
    }
    return gate;
  }

  @Override
  public SendPort enterOneWay(Entry entry) throws IpcException {
    NamedGate<ReceivePort> gate = find(entry);
    Transport.OneWay ports = transport.openOneWay(gate.options());
    if (!gate.admit(ports.receiver())) {
      throw nobody(entry);
    }
    return ports.sender();
  }

  @Override
  public DuplexPort enterTwoWay(Entry entry) throws IpcException {
    NamedGate<DuplexPort> gate = find(entry);
    Transport.TwoWay ports = transport.openTwoWay(gate.options());
    if (!gate.admit(ports.left())) {
      throw nobody(entry);
    }
    return ports.right();
  }

  @SuppressWarnings("unchecked") // gates of one shape have one kind of port, and the shape is compared
  private <P extends Resource> NamedGate<P> find(Entry entry) throws RefusedException {
    NamedGate<?> gate = gates.get(entry.name());
    if (gate == null) {
      throw nobody(entry);
    }
    Optional<RefusedException.Mismatch> mismatch = gate.greeting().mismatch(entry.greeting());
    if (mismatch.isPresent()) {
      throw new RefusedException(entry.name(), mismatch.get());
    }
    return (NamedGate<P>) gate;
  }

  private static RefusedException nobody(Entry entry) {
    return new RefusedException("nobody listens at " + entry.name() + " in this process");
  }
}
