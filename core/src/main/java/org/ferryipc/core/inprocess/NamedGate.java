package org.ferryipc.core.inprocess;

import java.util.Map;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.transport.Admission;
import org.ferryipc.core.transport.AdmissionQueue;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.Greeting;
import org.ferryipc.core.transport.Resource;

/** One name of this process. */
final class NamedGate<P extends Resource> implements Gate<P> {
  private final String name;
  private final GateRequest request;
  private final Map<String, NamedGate<?>> registry;
  private final AdmissionQueue<P> queue = new AdmissionQueue<>();
  private boolean open = true; // guarded by this

  NamedGate(String name, GateRequest request, Map<String, NamedGate<?>> registry) {
    this.name = name;
    this.request = request;
    this.registry = registry;
  }

  Greeting greeting() {
    return request.greeting();
  }

  ChannelOptions options() {
    return request.options().channel();
  }

  /** {@return whether the gate was open}; the port is the gate's then */
  synchronized boolean admit(P port) {
    if (!open) {
      return false;
    }
    queue.add(new Admission.Guest<>(port, PeerIdentity.UNKNOWN));
    if (request.guests() == GateRequest.Guests.ONE) {
      stopAdmitting();
    }
    return true;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Admission<P> accept(Deadline deadline) throws InterruptedException {
    return queue.accept(deadline);
  }

  @Override
  public synchronized void stopAdmitting() {
    open = false;
    registry.remove(name, this);
    queue.finish();
  }

  @Override
  public void close() {
    stopAdmitting();
    queue.abandon();
  }
}
