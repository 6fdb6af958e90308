package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Patience;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.doorway.NameCheck;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.core.transport.Greeting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that say nothing, or the wrong thing, cost their own connection and nothing else. */
@Timeout(60)
class StrangersTest {
  private static final MessageType<Hail> HAIL = MessageType.of(Hail.class);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);

  record Hail(String text) {}

  private final OpenDescriptors before = OpenDescriptors.now();

  private static byte[] hello() {
    try {
      return HelloFormat.hello("", Greeting.sender(HAIL, DoorwayOptions.defaults()));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] changed(int at, int value) {
    byte[] bytes = hello();
    bytes[at] = (byte) value;
    return bytes;
  }

  /** Each with a part of the reason that the stranger is given. */
  static Stream<Map.Entry<String, byte[]>> nonsense() {
    byte[] whole = hello();
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    byte[] shorter = ByteBuffer.wrap(hello()).order(ByteOrder.LITTLE_ENDIAN).putInt(8, whole.length - 13).array();
    byte[] notUtf8 = whole.clone();
    notUtf8[15] = (byte) 0xFF;
    byte[] emptyBody = ByteBuffer.wrap(Arrays.copyOf(whole, 12)).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 0).array();
    return Stream.of(
        Map.entry("magic", "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8)),
        Map.entry("magic", new byte[12]),
        Map.entry("speaks version 2, this side version 1", changed(4, 2)),
        Map.entry("kind", changed(6, 2)),
        Map.entry("kind", changed(6, 0)),
        Map.entry("shape", changed(7, 0)),
        Map.entry("shape", changed(7, 3)),
        Map.entry("two-way", changed(7, 2)),
        Map.entry("body length", ByteBuffer.wrap(hello()).order(ByteOrder.LITTLE_ENDIAN).putInt(8, -1).array()),
        Map.entry(
            "body length",
            ByteBuffer.wrap(hello()).order(ByteOrder.LITTLE_ENDIAN).putInt(8, HelloFormat.MAX_BODY_BYTES + 1).array()),
        Map.entry("name check", changed(12, 7)),
        Map.entry("text", changed(13, 0xFF)),
        Map.entry("UTF-8", notUtf8),
        Map.entry("behind", longer),
        Map.entry("behind", shorter),
        Map.entry("body", emptyBody));
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void nonsenseIsRefusedWithAReason(Map.Entry<String, byte[]> sent) throws Exception {
    try (var server = OneShotServer.open(Hail.class);
        var stranger = Stranger.at(server.name())) {
      assertThat(stranger.send(sent.getValue()).refusal()).hasValueSatisfying(r -> assertThat(r).contains(sent.getKey()));
      serves(server);
    }
  }

  @Test
  void aHelloMayComeInPieces() throws Exception {
    try (var server = OneShotServer.open(Hail.class);
        var stranger = Stranger.at(server.name())) {
      for (byte b : hello()) {
        stranger.send(new byte[] {b});
      }
      assertThat(stranger.refusal()).isEmpty();
      assertThatThrownBy(() -> server.accept(SHORT)).isInstanceOfAny(
          IpcTimeoutException.class, org.ferryipc.core.failure.DisconnectedException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("unfinished")
  void whoDoesNotFinishIsSentAwayInTime(byte[] begin) throws Exception {
    try (var server = OneShotServer.open(HAIL, DoorwayOptions.defaults().withHelloLimit(SHORT));
        var stranger = Stranger.at(server.name())) {
      long began = System.nanoTime();
      assertThat(stranger.send(begin).refusal()).hasValueSatisfying(r -> assertThat(r).contains("within 200 ms"));
      // The server's time begins when it accepts, which may be a little before this thread goes on.
      Patience.assertEndedAt(SHORT.minusMillis(50), Duration.ofNanos(System.nanoTime() - began));
      serves(server);
    }
  }

  static Stream<byte[]> unfinished() {
    byte[] whole = hello();
    return Stream.of(0, 1, 6, 11, 12, 13, whole.length - 1).map(length -> Arrays.copyOf(whole, length));
  }

  @Test
  void aMuteClientDoesNotHoldUpAccept() throws Exception {
    try (var server = OneShotServer.open(Hail.class);
        var mute = Stranger.at(server.name())) {
      long began = System.nanoTime();
      assertThatThrownBy(() -> server.accept(Duration.ofMillis(500))).isInstanceOf(IpcTimeoutException.class);
      Patience.assertEndedAt(Duration.ofMillis(500), Duration.ofNanos(System.nanoTime() - began));
      serves(server);
      assertThat(mute.refusal()).hasValueSatisfying(r -> assertThat(r).contains("lets nobody else in"));
    }
  }

  @Test
  void ofAHundredMuteClients64AreReceivedAndOthersWaitNoLongerThanAHelloMayTake() throws Exception {
    DoorwayOptions options = DoorwayOptions.defaults().withHelloLimit(Duration.ofSeconds(2));
    List<Stranger> mute = new ArrayList<>();
    try (var server = OneShotServer.open(HAIL, options)) {
      for (int i = 0; i < 100; i++) {
        mute.add(Stranger.at(server.name()));
      }
      long giveUp = System.nanoTime() + LONG.toNanos();
      long received;
      // Server and strangers are one process: an accepted connection adds a socket to the strangers' 100 and the listener.
      while ((received = sockets() - 101) < 64 && System.nanoTime() - giveUp < 0) {
        Thread.onSpinWait();
      }
      assertThat(received).isEqualTo(64);
      serves(server);
    } finally {
      for (Stranger one : mute) {
        one.close();
      }
    }
  }

  private long sockets() {
    return OpenDescriptors.now().since(before).values().stream().filter(link -> link.startsWith("socket:")).count();
  }

  @Test
  void descriptorsInAHelloAreClosed(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("gift"));
    DoorwayOptions options = DoorwayOptions.defaults().withNames(NameCheck.REQUIRED);
    try (var listener = IpcListener.open(HAIL, HAIL, options);
        FileInputStream gift = new FileInputStream(file.toFile())) {
      byte[] hello = HelloFormat.hello("", Greeting.duplex(HAIL, HAIL, options));
      for (byte[] sent : List.of(Arrays.copyOf(hello, 5), hello)) {
        try (var stranger = Stranger.at(listener.name())) {
          stranger.send(sent, gift.getFD(), gift.getFD(), gift.getFD());
          if (sent == hello) {
            try (Duplex<Hail, Hail> accepted = listener.accept(LONG)) {
              assertThat(copies(file)).isEqualTo(1);
            }
          }
        }
      }
      try (Duplex<Hail, Hail> client = Ferry.connect(listener.name(), HAIL, HAIL, options, LONG);
          Duplex<Hail, Hail> served = listener.accept(LONG)) {
        assertThat(copies(file)).isEqualTo(1);
      }
    }
  }

  private static long copies(Path file) {
    return OpenDescriptors.now().links().values().stream().filter(link -> link.equals(file.toString())).count();
  }

  @Test
  void whoLeavesBeforeTheAnswerUsesNothingUp() throws Exception {
    try (var server = OneShotServer.open(Hail.class)) {
      for (int i = 0; i < 20; i++) {
        Stranger.at(server.name()).close();
        Stranger.at(server.name()).send(Arrays.copyOf(hello(), 20)).close();
      }
      serves(server);
    }
  }

  @Test
  void aPolicyThatThrowsRefuses() throws Exception {
    var choosy =
        DoorwayOptions.defaults()
            .withPolicy(
                (peer, self) -> {
                  throw new IllegalStateException("not today");
                });
    try (var server = OneShotServer.open(HAIL, choosy);
        var stranger = Stranger.at(server.name())) {
      assertThat(stranger.refusal()).hasValueSatisfying(r -> assertThat(r).contains("does not admit process "));
    }
    try (var server = OneShotServer.open(Hail.class)) {
      assertThatThrownBy(() -> Ferry.connect(server.name(), HAIL, choosy, LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("this side's policy")
          .hasRootCauseMessage("not today");
      serves(server);
    }
  }

  private static void serves(OneShotServer<Hail> server) throws Exception {
    try (var sender = Ferry.connect(server.name(), Hail.class, LONG)) {
      sender.send(new Hail("served"));
      try (var first = server.accept(LONG)) {
        assertThat(first.message()).isEqualTo(new Hail("served"));
      }
    }
    assertThat(Files.exists(Path.of(server.name()))).isFalse();
    assertThat(Files.exists(Path.of(server.name()).getParent())).isFalse();
  }
}
