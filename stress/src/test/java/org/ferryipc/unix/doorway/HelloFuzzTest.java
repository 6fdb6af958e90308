package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.Map;
import org.ferryipc.core.doorway.NameCheck;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.transport.Greeting;
import org.ferryipc.stress.StoredInputs;
import org.junit.jupiter.api.Test;

/** What a stranger says at the doorway is understood, and then nothing else would mean the same, or it is refused. */
class HelloFuzzTest {
  private static final String SOMEBODY = "somebody";

  @FuzzTest(maxDuration = "10m")
  void aHelloHasOneMeaningOrIsRefused(byte[] said) throws Exception {
    try {
      byte[] message = whole(said);
      assertThat(HelloFormat.hello(SOMEBODY, HelloFormat.readHello(SOMEBODY, message))).isEqualTo(message);
    } catch (IpcException refused) {
      assertThat(refused).hasMessageContaining(SOMEBODY);
    }
  }

  @FuzzTest(maxDuration = "10m")
  void anAnswerHasOneMeaningOrIsRefused(byte[] said) throws Exception {
    try {
      byte[] message = whole(said);
      switch (HelloFormat.readAnswer(SOMEBODY, message)) {
        case HelloFormat.Admitted() -> {}
        case HelloFormat.Refused(String reason) -> assertThat(HelloFormat.refused(reason)).isEqualTo(message);
        case HelloFormat.Late(String reason) -> assertThat(HelloFormat.late(reason)).isEqualTo(message);
        case HelloFormat.Differs(RefusedException.Mismatch names) -> {
          // A server cuts long names, each at a third of what a body may have.
          if (message.length < HelloFormat.MAX_BODY_BYTES / 3) {
            assertThat(HelloFormat.refused(names)).isEqualTo(message);
          }
        }
      }
    } catch (IpcException refused) {
      assertThat(refused).hasMessageContaining(SOMEBODY);
    }
  }

  /** {@return as much as a reader takes}: it goes on reading until the length that the header says */
  private static byte[] whole(byte[] said) throws IpcException {
    byte[] header = Arrays.copyOf(said, Math.max(said.length, HelloFormat.HEADER_BYTES));
    return Arrays.copyOf(said, HelloFormat.messageLength(SOMEBODY, header));
  }

  @Test
  void storedInputsAreOfToday() throws Exception {
    StoredInputs.areOfToday(
        HelloFuzzTest.class,
        "aHelloHasOneMeaningOrIsRefused",
        Map.of(
            "one-way", hello(new Greeting(Greeting.Shape.ONE_WAY, "smile", "a.B", "", NameCheck.REQUIRED)),
            "two-way", hello(new Greeting(Greeting.Shape.TWO_WAY, "", "a.Ä", "的", NameCheck.IGNORED))));
    StoredInputs.areOfToday(
        HelloFuzzTest.class,
        "anAnswerHasOneMeaningOrIsRefused",
        Map.of(
            "admitted", HelloFormat.admitted(),
            "refused", HelloFormat.refused("another user"),
            "late", HelloFormat.late("its hello took longer"),
            "differs", HelloFormat.refused(new RefusedException.Mismatch("codec", "smile", "Ä"))));
  }

  private static byte[] hello(Greeting greeting) throws IpcException {
    return HelloFormat.hello(SOMEBODY, greeting);
  }
}
