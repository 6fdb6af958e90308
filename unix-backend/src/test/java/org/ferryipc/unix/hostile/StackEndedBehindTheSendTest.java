package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The stack ended when a message had been sent and its handles had not been given up: they were open here and there, and
 * their numbers were closed twice. Every call of a send is the deepest one that fits, once.
 */
@Timeout(120)
class StackEndedBehindTheSendTest {
  @Test
  void aHandleHasOneOwner() throws Exception {
    // Interpreted calls need so much stack that the ways behind the send are the longer ones.
    try (ChildJvm child = ChildJvm.of(Deep.class).jvmOptions("-Xint").start()) {
      assertThat(child.finish(Duration.ofSeconds(100)))
          .isEqualTo(List.of("arrived, moved here", "not there, open here", "failed closes: 0"));
    }
  }

  /** Sends at each depth of the stack at which a send just fits, or just does not. */
  static final class Deep {
    record Cargo(OwnedFd file, IpcSender<String> reply, SharedMemory memory) {}

    private static final long STACK_BYTES = 256 << 10;
    private static final int COARSE = 200;
    private static final int LAST = 40; // depths at which not even the call to send fits

    private static final TreeMap<String, Integer> OUTCOMES = new TreeMap<>();
    private static boolean called;

    public static void main(String[] arguments) throws Exception {
      for (int i = 0; i < 3; i++) {
        String unused = sendAt(0);
      }
      Thread deep = new Thread(null, Deep::tryDepths, "deep", STACK_BYTES);
      deep.start();
      deep.join();
      OUTCOMES.keySet().forEach(System.out::println);
      System.out.println("failed closes: " + CloseFailures.count());
    }

    private static void tryDepths() {
      int depth = 0;
      while (sendAt(depth).startsWith("arrived")) {
        depth += COARSE;
      }
      depth = Math.max(0, depth - COARSE);
      for (int inVain = 0; inVain < LAST; depth++) {
        called = false;
        OUTCOMES.merge(sendAt(depth), 1, Integer::sum);
        inVain = called ? 0 : inVain + 1;
      }
    }

    private static String sendAt(int depth) {
      try (IpcChannel<Cargo> way = Ferry.channel(Cargo.class);
          IpcChannel<String> replies = Ferry.channel(String.class)) {
        Cargo cargo = new Cargo(OwnedFd.open(Path.of("/dev/null")), replies.sender(), SharedMemory.allocate(10));
        try {
          int unused = descend(depth, way.sender(), cargo);
        } catch (StackOverflowError expected) {
          // What it left behind is what is asked.
        }
        boolean arrived = way.receiver().tryReceive() instanceof Received.Message<Cargo>(Cargo there) && closed(there);
        boolean moved = Handles.in(cargo).stream().allMatch(handle -> handle.state() instanceof HandleState.Moved);
        boolean open = Handles.in(cargo).stream().allMatch(handle -> handle.state() instanceof HandleState.Open);
        Handles.close(cargo);
        return (arrived ? "arrived, " : "not there, ") + (moved ? "moved" : open ? "open" : "neither") + " here";
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    private static boolean closed(Cargo cargo) {
      Handles.close(cargo);
      return true;
    }

    private static int descend(int levels, IpcSender<Cargo> sender, Cargo cargo) throws Exception {
      if (levels > 0) {
        return 1 + descend(levels - 1, sender, cargo);
      }
      called = true;
      sender.send(cargo);
      return 0;
    }
  }
}
