package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.doorway.PeerPolicy;
import org.ferryipc.core.failure.RefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A policy that ended in an Error for one client closed the name for all. */
@Timeout(60)
class FailingPolicyTest {
  private static final MessageType<String> TEXT = MessageType.of(String.class);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Logger LOG = Logger.getLogger("org.ferryipc");

  @BeforeEach
  void quiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void loud() {
    LOG.setLevel(null);
  }

  private static DoorwayOptions failingWhile(AtomicBoolean failing) {
    PeerPolicy policy =
        (peer, self) -> {
          if (failing.get()) {
            throw new NoClassDefFoundError("on purpose");
          }
          return true;
        };
    return DoorwayOptions.defaults().withPolicy(policy);
  }

  @Test
  void theServerRefusesThatClientAndAdmitsTheNext() throws Exception {
    AtomicBoolean failing = new AtomicBoolean(true);
    try (var listener = IpcListener.open(TEXT, TEXT, failingWhile(failing))) {
      assertThatThrownBy(() -> Ferry.connect(listener.name(), String.class, String.class, LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("policy");
      failing.set(false);
      try (var client = Ferry.connect(listener.name(), String.class, String.class, LONG);
          var server = listener.accept(LONG)) {
        client.send("in");
        assertThat(server.receive()).isEqualTo("in");
      }
    }
  }

  @Test
  void theClientRefusesTheServer() throws Exception {
    try (var listener = IpcListener.open(String.class, String.class)) {
      assertThatThrownBy(
              () -> Ferry.connect(listener.name(), TEXT, TEXT, failingWhile(new AtomicBoolean(true)), LONG))
          .isInstanceOf(RefusedException.class)
          .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    }
  }
}
