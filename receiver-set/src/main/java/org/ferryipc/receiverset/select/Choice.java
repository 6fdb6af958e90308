package org.ferryipc.receiverset.select;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Takes one message from one of several receivers, which stay the program's: those that are not chosen are untouched and
 * usable at once. Each receive of a choice takes its turn with other receives of that receiver; so several threads may choose
 * among the same ones, and each message goes to one.
 *
 * <p>If several have a message, each is as likely to be chosen. If none has one but a channel has ended, its {@link #atEnd} is
 * called, or {@link DisconnectedException} thrown; a channel goes on to be ended, so the next choice should leave it out.
 *
 * <p>Immutable: it may be kept, used again, and used by several threads. It calls its taker on the thread that chooses.
 */
public final class Choice {
  private final List<Case<?>> cases;

  Choice(List<Case<?>> cases) {
    this.cases = cases;
  }

  private Choice with(Case<?> added) {
    List<Case<?>> more = new ArrayList<>(cases);
    more.add(added);
    return new Choice(List.copyOf(more));
  }

  /** {@return this choice with one more receiver} */
  public <T> Choice on(IpcReceiver<T> receiver, Taker<? super T> taker) {
    return with(new Case<>(receiver, receiver::tryReceive, taker, null));
  }

  /** {@return this choice with one more two-way end} */
  public <In> Choice on(Duplex<?, In> end, Taker<? super In> taker) {
    return with(new Case<>(end, end::tryReceive, taker, null));
  }

  /** {@return this choice with one more receiver} */
  public Choice on(BytesReceiver receiver, Taker<? super byte[]> taker) {
    return with(new Case<>(receiver, receiver::tryReceive, taker, null));
  }

  /** {@return this choice with one more receiver} */
  public Choice on(OpaqueReceiver receiver, Taker<? super OpaqueMessage> taker) {
    return with(new Case<>(receiver, receiver::tryReceive, taker, null));
  }

  /**
   * {@return this choice, in which {@code action} is called when the channel of the receiver that was named last has ended}
   * That is then what the choice has done.
   */
  public Choice atEnd(Consumer<? super CloseReason> action) {
    List<Case<?>> same = new ArrayList<>(cases);
    same.add(same.removeLast().atEnd(action));
    return new Choice(List.copyOf(same));
  }

  /**
   * Waits until one of the receivers has a message, and takes it.
   *
   * @throws DisconnectedException if a channel has ended that has no {@link #atEnd}
   * @throws org.ferryipc.core.failure.HandleStateException if one of the receivers is moved, closed or in use; also when
   *     another thread closes it during the wait
   * @throws IpcException what {@link IpcReceiver#receive} throws if a message is lost, or the taker
   * @throws InterruptedException if the thread is interrupted before or while it waits, and nothing was taken; or by the taker
   */
  public void await() throws IpcException, InterruptedException {
    boolean unused = choose(Deadline.NEVER);
  }

  /**
   * As {@link #await}, no longer than {@code limit}.
   *
   * @return false if nothing came in time, and nothing was done
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public boolean orAfter(Duration limit) throws IpcException, InterruptedException {
    return choose(Deadline.after(limit));
  }

  /**
   * As {@link #await}, without waiting.
   *
   * @return false if nothing is there, and nothing was done
   * @throws IpcException as there
   * @throws InterruptedException by the taker alone
   */
  public boolean orNow() throws IpcException, InterruptedException {
    return choose(Deadline.AT_ONCE);
  }

  private boolean choose(Deadline deadline) throws IpcException, InterruptedException {
    if (deadline != Deadline.AT_ONCE && Thread.interrupted()) {
      throw new InterruptedException();
    }
    Case.Found found = lookAtAll();
    if (found == null && !deadline.passed()) {
      found = waitForOne(deadline);
    }
    if (found == null) {
      return false;
    }
    found.use(); // nothing is waited for any more
    return true;
  }

  private Case.@Nullable Found waitForOne(Deadline deadline) throws IpcException, InterruptedException {
    try (Waiters waiters = new Waiters(cases)) {
      for (Waiters.Ready ready = waiters.awaitReady(deadline); ready != null; ready = waiters.awaitReady(deadline)) {
        Case.Found found = cases.get(ready.index()).look();
        if (found instanceof Case.Ended) {
          Case.Found better = lookAtAll();
          return better == null ? found : better;
        }
        if (found != null) {
          return found;
        }
        ready.throwFailure();
        waiters.start(ready.index()); // another thread was faster, or it was for nothing
      }
      return null;
    }
  }

  // Messages first, then ends, beginning anywhere so that none comes before another.
  private Case.@Nullable Found lookAtAll() throws IpcException {
    Case.Found end = null;
    int begin = cases.isEmpty() ? 0 : ThreadLocalRandom.current().nextInt(cases.size());
    for (int i = 0; i < cases.size(); i++) {
      Case.Found found = cases.get((begin + i) % cases.size()).look();
      switch (found) {
        case null -> {}
        case Case.Taken<?> message -> {
          return message;
        }
        case Case.Ended over -> end = over;
      }
    }
    return end;
  }
}
