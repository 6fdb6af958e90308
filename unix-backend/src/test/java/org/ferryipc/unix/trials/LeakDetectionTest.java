package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/** What the log says of a lost handle: where it was made only if {@code -Dferry.leakDetection=full} asks for that. */
class LeakDetectionTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Predicate<String> PLACE = line -> line.contains("LeakDetectionTest$Child.makeAndLose");

  /** Loses a sender, and says when it was closed. */
  static final class Child {
    public static void main(String[] arguments) throws Exception {
      try (IpcReceiver<String> left = makeAndLose()) {
        while (!(left.tryReceive(Duration.ofMillis(5)) instanceof Received.Closed<?>)) {
          System.gc();
        }
      }
      // It was closed before it is named: a second one is closed by the same thread when the first has been named.
      try (IpcReceiver<String> left = makeAndLose()) {
        while (!(left.tryReceive(Duration.ofMillis(5)) instanceof Received.Closed<?>)) {
          System.gc();
        }
      }
      System.out.println("both are closed");
    }

    private static IpcReceiver<String> makeAndLose() throws Exception {
      IpcChannel<String> channel = Ferry.channel(String.class);
      IpcSender<String> sender = channel.sender();
      assert sender != null;
      return channel.receiver();
    }
  }

  @Test
  void fullSaysWhereTheLostHandleWasMade() throws Exception {
    List<String> errors = errors("-Dferry.leakDetection=full");
    assertThat(errors).anySatisfy(line -> assertThat(line).contains("was lost without being closed"));
    assertThat(errors).anyMatch(PLACE);
  }

  @Test
  void withoutItTheHandleIsNamedOnly() throws Exception {
    List<String> errors = errors("-Dferry.leakDetection=no");
    assertThat(errors).anySatisfy(line -> assertThat(line).contains("was lost without being closed"));
    assertThat(errors).noneMatch(PLACE);
  }

  private static List<String> errors(String option) throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class).jvmOptions(option).start()) {
      assertThat(child.finish(LIMIT)).containsExactly("both are closed");
      return child.errors();
    }
  }
}
