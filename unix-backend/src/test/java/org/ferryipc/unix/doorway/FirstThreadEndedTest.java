package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A native peer whose first thread had ended was taken for dead while its others worked. */
class FirstThreadEndedTest {
  private static final long WORKING = 0x40_0040;
  private static final long ENDING = WORKING | 0x4; // PF_EXITING, include/linux/sched.h

  @TempDir private Path process;

  private void thread(int id, String name, long flags) throws IOException {
    Path folder = Files.createDirectories(process.resolve("task").resolve(Integer.toString(id)));
    Files.writeString(
        folder.resolve("stat"), id + " (" + name + ") Z 1 1 1 0 -1 " + flags + " 0 0 0 0 0 0 0 0 20 0 2 0 1 0 0\n");
  }

  @Test
  void aProcessEndsWhenAllItsThreadsDo() throws Exception {
    assertThat(PeerProcess.isEnding(process)).as("hidden").isFalse();
    thread(7, "first", ENDING);
    thread(8, "second) 4 (", WORKING);
    assertThat(PeerProcess.isEnding(process)).isFalse();
    thread(8, "second", ENDING);
    assertThat(PeerProcess.isEnding(process)).isTrue();
    Files.createDirectories(process.resolve("task").resolve("9"));
    assertThat(PeerProcess.isEnding(process)).as("one that has gone meanwhile").isTrue();
    assertThat(PeerProcess.isEnding(Path.of("/proc/self"))).isFalse();
  }
}
