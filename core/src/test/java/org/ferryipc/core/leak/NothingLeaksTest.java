package org.ferryipc.core.leak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.core.transport.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class NothingLeaksTest {
  @RegisterExtension
  @SuppressWarnings("unused") // JUnit calls it
  final AfterTestExecutionCallback registered = context -> assertThat(NothingLeaks.watches(context)).isTrue();

  @Test
  @EnabledOnOs(OS.LINUX)
  void namesTheDescriptorThatWasLeftOpen(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("left open"), "x");
    Holdings before = Holdings.now();
    try (FileInputStream open = new FileInputStream(file.toFile())) {
      assertThat(open.read()).isEqualTo('x');
      assertThat(Holdings.now().changeSince(before, 0)).contains("left open");
    }
    assertThat(Holdings.now().changeSince(before, 0)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void forgivesADescriptorThatTheLibraryKeeps(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("kept"), "x");
    Holdings before = Holdings.now();
    try (FileInputStream open = new FileInputStream(file.toFile())) {
      assertThat(open.read()).isEqualTo('x');
      KeptDescriptors.add(1);
      assertThat(Holdings.now().changeSince(before, 0)).isEmpty();
      KeptDescriptors.add(-1);
    }
  }

  /** The JDK reads its time zones when a thread first writes a date, and a test had begun in that moment. */
  @Test
  void aFileThatTheJdkReadsForAMomentIsNoDescriptorOfATest() throws Exception {
    Holdings before;
    try (FileInputStream zones = new FileInputStream(Path.of(System.getProperty("java.home"), "lib", "tzdb.dat").toFile())) {
      assertThat(zones.read()).isNotNegative();
      before = Holdings.now();
    }
    assertThat(Holdings.now().changeSince(before, 0)).isEmpty();
  }

  @Test
  void countsAHandleThatWasNeitherMovedNorClosed() throws Exception {
    Holdings before = Holdings.now();
    Ownership lost = new Ownership(new Nothing());
    Ownership moved = new Ownership(new Nothing());
    moved.lease("moved", true);
    moved.commit("a test");
    assertThat(Holdings.now().changeSince(before, 0)).contains("handles");
    lost.close();
    assertThat(Holdings.now().changeSince(before, 0)).isEmpty();
  }

  @Test
  @FailingCloses(1)
  void countsACloseThatFailed() {
    Logger log = Logger.getLogger("org.ferryipc");
    log.setLevel(Level.OFF);
    Holdings before = Holdings.now();
    new Ownership(
            new Nothing() {
              @Override
              public void release() {
                throw new IllegalStateException("on purpose");
              }
            })
        .closeQuietly();
    log.setLevel(null);
    assertThat(Holdings.now().changeSince(before, 0)).contains("1 closes failed");
    assertThat(Holdings.now().changeSince(before, 1)).isEmpty();
  }

  private static class Nothing implements Resource {
    @Override
    public HandleKind kind() {
      return HandleKind.SENDER;
    }

    @Override
    public void wake() {}

    @Override
    public void release() {}
  }
}
