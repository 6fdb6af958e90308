package org.ferryipc.core.doorway;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.transport.Admission;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Gate;
import org.jspecify.annotations.Nullable;

/**
 * A child process with a two-way channel to it. This side sends {@code Out} and receives {@code In}.
 *
 * <p>{@snippet :
 * try (IpcProcess<Job, Result> worker = IpcProcess.java(Worker.class).start(Job.class, Result.class)) {
 *   Duplex<Job, Result> channel = worker.accept();
 *   ...
 * }
 *
 * // in Worker.main
 * try (Duplex<Result, Job> parent = Ferry.parent(Result.class, Job.class)) { ... }
 * }
 *
 * <p>The child finds a name in its environment, under {@value #PARENT_VARIABLE}, to which it connects once by {@link
 * org.ferryipc.core.Ferry#parent}. Only the child or a descendant of it is let in, whoever else learns the name.
 *
 * <p>Any thread may use it. What it does not do: it does not end a child that has connected; that one sees its channel
 * end, or is ended by {@link #process}.
 */
public final class IpcProcess<Out, In> implements AutoCloseable {
  /** The environment variable that holds the name for {@link org.ferryipc.core.Ferry#parent}. */
  public static final String PARENT_VARIABLE = "FERRY_PARENT";

  private final Process process;
  private final Gate<DuplexPort> gate;
  private final MessageType<Out> out;
  private final MessageType<In> in;
  private final DoorwayOptions options;
  // Kept so that its result is not lost: it ends the waiting when the child ends.
  private final CompletableFuture<Void> exit;
  private final ReentrantLock turn = new ReentrantLock();
  private final Object state = new Object();
  private @Nullable Duplex<Out, In> channel; // guarded by state; set under turn
  private boolean closed; // guarded by state

  IpcProcess(
      Process process,
      Gate<DuplexPort> gate,
      MessageType<Out> out,
      MessageType<In> in,
      DoorwayOptions options) {
    this.process = process;
    this.gate = gate;
    this.out = out;
    this.in = in;
    this.options = options;
    this.exit = process.onExit().thenRun(gate::stopAdmitting);
  }

  /**
   * {@return a child JVM to be started, that runs {@code main}}
   *
   * <p>It is this process's Java, with this process's class path, module path and permissions for native access, and
   * standard streams shared with this process. It gets no other options of this JVM: see {@link IpcLaunch#jvmOptions}.
   *
   * @param main a class with a main method, in this process's class or module path
   * @param arguments what its main method gets
   */
  public static IpcLaunch java(Class<?> main, String... arguments) {
    return IpcLaunch.java(main, arguments);
  }

  /**
   * {@return a child of any kind to be started}
   *
   * @param builder its command, directory, environment and streams; looked at when the child is started, never changed
   */
  public static IpcLaunch of(ProcessBuilder builder) {
    return IpcLaunch.of(builder);
  }

  /** {@return the child, or what was put in front of it} */
  public Process process() {
    return process;
  }

  /**
   * Waits until the child has connected. {@return the channel to it}; the same at each call. It is the caller's as well
   * as this object's: {@link #close} closes it, unless it was moved.
   *
   * @throws DisconnectedException if the child ended without having connected
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws HandleClosedException if this object is closed, also when another thread closes it during the wait
   */
  public Duplex<Out, In> accept() throws IpcException, InterruptedException {
    return accept(Deadline.NEVER, Duration.ZERO);
  }

  /**
   * As {@link #accept()}, no longer than {@code limit}.
   *
   * @throws IpcTimeoutException if the limit has passed; the child runs on and may be waited for again
   * @throws IpcException as {@link #accept()}
   * @throws InterruptedException as {@link #accept()}
   */
  public Duplex<Out, In> accept(Duration limit) throws IpcException, InterruptedException {
    return accept(Deadline.after(limit), limit);
  }

  private Duplex<Out, In> accept(Deadline deadline, Duration limit) throws IpcException, InterruptedException {
    if (!turn.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
      throw late(limit);
    }
    try {
      synchronized (state) {
        checkOpen();
        if (channel != null) {
          return channel;
        }
      }
      return switch (gate.accept(deadline)) {
        case Admission.Guest<DuplexPort>(DuplexPort port, PeerIdentity peer) -> publish(port);
        case Admission.TooLate<DuplexPort> tooLate -> throw late(limit);
        case Admission.Over<DuplexPort> over -> {
          synchronized (state) {
            checkOpen();
          }
          throw new DisconnectedException(this + " ended before it connected", new CloseReason.Died());
        }
      };
    } finally {
      turn.unlock();
    }
  }

  private Duplex<Out, In> publish(DuplexPort port) {
    Duplex<Out, In> connected = EndAccess.get().duplex(port, out, in, options.channel());
    synchronized (state) {
      if (!closed) {
        channel = connected;
        return connected;
      }
    }
    connected.close();
    throw new HandleClosedException(toString());
  }

  private void checkOpen() {
    assert Thread.holdsLock(state);
    if (closed) {
      throw new HandleClosedException(toString());
    }
  }

  private IpcTimeoutException late(Duration limit) {
    return new IpcTimeoutException("wait for " + this + " to connect", limit);
  }

  /**
   * Closes the channel to the child. If none was accepted the child can be told nothing, and is destroyed instead as by
   * {@link Process#destroy}. Wakes a waiting accept, does not wait for the child's end. Idempotent; any thread may call
   * it. Waits up to a second for a {@linkplain PeerPolicy policy} that is being asked.
   */
  @Override
  public void close() {
    Duplex<Out, In> connected;
    synchronized (state) {
      if (closed) {
        return;
      }
      closed = true;
      connected = channel;
    }
    exit.cancel(false);
    gate.close();
    if (connected == null) {
      process.destroy();
    } else {
      connected.close();
    }
  }

  /** {@return the process id, and the exit status if it has ended} */
  @Override
  public String toString() {
    return "child process " + process.pid() + (process.isAlive() ? "" : " (exit status " + process.exitValue() + ")");
  }
}
