package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.newsclub.net.unix.AFSocket;

/**
 * The evidence for what Ferry uses junixsocket for and what it does itself, and the alarm to think
 * again when a release behaves differently: each {@link Fact} is seen once more in every run. The
 * faults leave descriptors behind, so all is seen in other JVMs, and junixsocket's native library
 * is not loaded here.
 */
@EnabledOnOs(OS.LINUX)
final class JunixsocketFactsTest {

  /** Linux knows it as "nobody", but any number without privileges would do. */
  private static final int ANOTHER_UID = 65_534;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Map<Fact, String> SEEN = new EnumMap<>(Fact.class);

  @BeforeAll
  static void runTheProbes(@TempDir Path directory) throws Exception {
    OpenDescriptors before = OpenDescriptors.now();
    Files.setPosixFilePermissions(
        directory, PosixFilePermissions.fromString("rwxrwxrwx")); // one peer is another user
    ChildJvmLaunch casting = probe(PairAndCastProbe.class);
    if (ChildJvm.mayChangeUser()) {
      casting.asUser(ANOTHER_UID); // as root, one of the faults would delete /dev/null
    }
    // All at once: they need little more than the time a JVM takes to start.
    try (ChildJvm pairsAndCasts = casting.start();
        ChildJvm carried = probe(CarriedDescriptorProbe.class).start();
        ChildJvm waiting = probe(WaitingProbe.class).start();
        ChildJvm addresses = probe(AddressProbe.class, directory.toString()).start()) {
      for (ChildJvm child : List.of(pairsAndCasts, carried, waiting, addresses)) {
        SEEN.putAll(FactReport.parse(child.finish(LIMIT)));
      }
    }
    assertThat(OpenDescriptors.now().since(before)).isEmpty();
  }

  @AfterAll
  static void forget() {
    SEEN.clear();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void isStillSo(Fact fact) {
    assertThat(SEEN.get(fact)).as(fact.alarm(AFSocket.getVersion())).isEqualTo(fact.expected);
  }

  private static ChildJvmLaunch probe(Class<?> main, String... arguments) {
    return ChildJvm.of(main, arguments).jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }
}
