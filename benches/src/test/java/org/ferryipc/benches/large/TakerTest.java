package org.ferryipc.benches.large;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;

class TakerTest {
  private static final Runnable FAIL =
      () -> {
        throw new IllegalArgumentException("broken on purpose");
      };

  private final SynchronousQueue<Runnable> messages = new SynchronousQueue<>();

  @Test
  void countsWhatItTookUntilTheEnd() throws Exception {
    Taker taker = Taker.start(QueueSource::new);
    messages.put(() -> {});
    assertThat(taker.awaitNext()).isEqualTo(1);
    messages.put(() -> {});
    assertThat(taker.awaitNext()).isEqualTo(2);
    messages.put(END);
    taker.join();
  }

  @Test
  void endsTheWaitForAMessageThatItCouldNotTake() throws Exception {
    Taker taker = Taker.start(QueueSource::new);
    messages.put(FAIL);

    assertThatThrownBy(taker::awaitNext)
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("broken on purpose");
    assertThatThrownBy(taker::join).hasRootCauseMessage("broken on purpose");
  }

  private static final Runnable END = () -> {};

  private final class QueueSource implements Taker.Source {
    @Override
    public boolean take() throws InterruptedException {
      Runnable message = messages.take();
      message.run();
      return message != END;
    }

    @Override
    public void close() {}
  }
}
