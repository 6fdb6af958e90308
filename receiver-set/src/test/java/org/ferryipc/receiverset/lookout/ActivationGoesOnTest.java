package org.ferryipc.receiverset.lookout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An activation that had ended took another step while the next one existed already, so that two signals could overlap. */
class ActivationGoesOnTest {
  private final Queue<Runnable> activations = new ArrayDeque<>();

  /** Wants nothing, and has the channel looked at once more when it is left. */
  private final class Left extends Tap<IpcReceiver<String>, String> {
    int steps;
    private boolean again = true;

    Left(IpcReceiver<String> receiver) throws IpcException {
      super(Lookout.shared(), activations::add);
      take(joining -> EndAccess.get().gather(receiver, joining, "a test"), false);
    }

    @Override
    protected @Nullable Runnable first() {
      steps++;
      return null;
    }

    @Override
    protected boolean wants() {
      return false;
    }

    @Override
    protected Runnable arrived(Incoming message) {
      throw new AssertionError("nothing is wanted");
    }

    @Override
    protected Runnable failed(Throwable error) {
      throw new AssertionError(error);
    }

    @Override
    protected Runnable ended(CloseReason reason) {
      throw new AssertionError("nothing is read");
    }

    @Override
    protected Runnable left() {
      return () -> {
        if (again) {
          again = false;
          look();
        }
      };
    }

    void end() {
      lock.lock();
      try {
        Runnable unused = stop();
        close();
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void whatHasEndedTakesNoStepBesideTheNext() throws Exception {
    try (IpcChannel<String> channel = Ferry.channel(String.class)) {
      Left tap = new Left(channel.receiver());
      tap.demand();
      tap.end(); // while the activation has not run yet

      activations.remove().run();
      assertThat(tap.steps).isEqualTo(1);
      assertThat(activations).as("the next, which the look began").hasSize(1);

      activations.remove().run();
      assertThat(tap.steps).isEqualTo(2);
      assertThat(activations).isEmpty();
    }
  }
}
