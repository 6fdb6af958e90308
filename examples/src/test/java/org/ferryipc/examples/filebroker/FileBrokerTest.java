package org.ferryipc.examples.filebroker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.junit.jupiter.api.Test;

class FileBrokerTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  // Of the worker, where this process may choose: any that is not its own, and that has a name nowhere.
  private static final int STRANGER = 23_456;

  @Test
  void aWorkerGetsWhatThePolicyAllowsAndHearsOfChanges() throws Exception {
    boolean asStranger = ChildJvm.mayChangeUser();
    ChildJvmLaunch launch =
        asStranger
            ? ChildJvm.of(FileBroker.class, "--worker-user", "" + STRANGER).classesForAllUsers()
            : ChildJvm.of(FileBroker.class);
    try (ChildJvm broker =
        launch
            .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .environment("XDG_RUNTIME_DIR", "")
            .start()) {
      List<String> said = broker.finish(LIMIT);
      assertThat(said)
          .contains(
              "worker: notes.txt begins with: Nobody but the broker can open this.",
              "broker: refuses key.secret: a secret",
              "worker: journal.txt begins with: the first line",
              "broker: watches journal.txt no more");
      assertThat(said).anyMatch(line -> line.startsWith("worker: key.secret: ") && line.contains("a secret"));
      assertThat(said).anyMatch(line -> line.startsWith("worker: ../passwd: "));
      assertThat(said).filteredOn(line -> line.contains("bytes now")).hasSizeGreaterThanOrEqualTo(3);
    }
  }
}
