package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Admission;
import org.ferryipc.core.transport.AdmissionQueue;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.descriptor.NativeLibrary;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.jspecify.annotations.Nullable;

/**
 * The gate of one name, with a daemon thread that receives clients at all times, so that a mute client delays nobody and
 * an accept is a wait for a queue: interruptible, closable and fit for virtual threads without more ado.
 *
 * <p>The thread alone touches the listening socket and the clients' connections. Others give it orders, and remove the
 * name's files.
 */
final class Doorkeeper<P extends Resource> implements Gate<P> {

  /** How long a close waits for the thread to close its descriptors; only a policy that does not return takes longer. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final BoundName name;
  private final Reception reception;
  private final boolean once;
  private final Admitting<P> admitting;
  private final AdmissionQueue<P> queue = new AdmissionQueue<>();
  private final Thread thread;
  private volatile boolean stopped;
  private volatile boolean full;

  private Doorkeeper(BoundName name, Reception reception, GateRequest request, Admitting<P> admitting) {
    this.name = name;
    this.reception = reception;
    this.once = request.guests() == GateRequest.Guests.ONE;
    this.admitting = admitting;
    this.thread = Thread.ofPlatform().daemon().name("ferry-doorway " + name.text()).unstarted(this::serve);
  }

  /**
   * Opens the name and begins to receive clients. Waits for nothing, and takes no interrupt.
   *
   * @throws IpcException if the name is taken or the system refuses; nothing is left behind
   */
  static <P extends Resource> Doorkeeper<P> open(GateRequest request, PortMaker<P> ports) throws IpcException {
    boolean interrupted = Thread.interrupted(); // an interrupted thread's calls of the library close its sockets
    try {
      return start(request, ports);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <P extends Resource> Doorkeeper<P> start(GateRequest request, PortMaker<P> ports)
      throws IpcException {
    NativeLibrary.require("listen");
    BoundName name = BoundName.open(request.name(), request.options().access());
    Reception reception = null;
    boolean started = false;
    try {
      Admitting<P> admitting = new Admitting<>(name.text(), request, Identities.self(), ports);
      reception = new Reception(name.socket(), request.options(), admitting::refusalByPolicy);
      Doorkeeper<P> made = new Doorkeeper<>(name, reception, request, admitting);
      made.thread.start();
      started = true;
      return made;
    } catch (OutOfMemoryError noThread) { // or no heap, and the system's word for both is one
      throw KernelFailures.typed("listen at " + name.text() + ": start a thread", Errno.ENOMEM);
    } catch (KernelException e) {
      throw KernelFailures.typed("listen at " + name.text(), e);
    } finally {
      if (!started) {
        if (reception != null) {
          reception.close();
        }
        name.close();
      }
    }
  }

  @Override
  public String name() {
    return name.text();
  }

  @Override
  public Admission<P> accept(Deadline deadline) throws InterruptedException {
    Admission<P> admission = queue.accept(deadline);
    if (full && admission instanceof Admission.Guest<P>) {
      reception.wake(); // it receives nobody while there is no room
    }
    return admission;
  }

  @Override
  public void stopAdmitting() {
    stopped = true;
    reception.wake();
  }

  @Override
  public void close() {
    stopAdmitting();
    queue.abandon();
    name.removeFiles();
    awaitEnd();
  }

  /** So that no descriptor is left when close returns. The thread itself may close, in a policy. */
  private void awaitEnd() {
    if (Thread.currentThread() == thread) {
      return;
    }
    boolean interrupted = false;
    Deadline deadline = Deadline.after(PATIENCE);
    while (thread.isAlive() && !deadline.passed()) {
      try {
        boolean ended = thread.join(Duration.ofNanos(deadline.remainingNanos()));
        assert ended || deadline.passed() : "the wait ended early";
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve() {
    Admission.Guest<P> only = null;
    try {
      while (!stopped && only == null) {
        Optional<Visitor> visitor = reception.next(hasRoom());
        Optional<Admission.Guest<P>> guest = visitor.flatMap(admitting::admit);
        if (guest.isPresent() && once) {
          only = guest.get();
        } else {
          guest.ifPresent(queue::add);
        }
      }
    } catch (IOException | KernelException | RuntimeException | Error e) {
      if (name.isRemoved()) {
        return; // closing and the process's end take the files away first, and the library's accept misses them
      }
      FerryLog.log(Level.ERROR, "the doorway " + name.text() + " has failed and is closed", e);
    } finally {
      // Everything is gone before an only guest is handed out: whoever accepts it finds no descriptor but its own.
      endWith(only);
    }
  }

  // Whatever one step ends in, even for want of memory, the next is taken: without the last, accepts would wait for ever.
  private void endWith(Admission.@Nullable Guest<P> only) {
    try {
      try {
        reception.close();
      } finally {
        name.close();
      }
    } finally {
      try {
        if (only != null) {
          queue.add(only);
        }
      } finally {
        queue.finish();
      }
    }
  }

  /** Says first that there may be no room and looks then, as accept takes first and looks then: one sees the other. */
  private boolean hasRoom() {
    full = true;
    boolean room = queue.size() < IpcListener.WAITING;
    full = !room;
    return room;
  }
}
