package org.ferryipc.benches.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.turns.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemCallsTest {
  private static final String BEGIN = "7 close(-1000001) = -1 EBADF (Bad file descriptor)";
  private static final String END = "7 close(-1000002) = -1 EBADF (Bad file descriptor)";

  @TempDir Path folder;

  @Test
  void countsThoseOfTheThreadThatMarkedTheTraceBetweenTheMarks() throws IOException {
    SystemCalls counted =
        SystemCalls.parse(
            List.of(
                "7 sendmsg(3, ...) = 1",
                BEGIN,
                "7 sendmsg(3, ...) = 1",
                "9 futex(0x1, FUTEX_WAIT) = 0",
                "7 recvmsg(4,  <unfinished ...>",
                "9 close(5) = 0",
                "7 <... recvmsg resumed>...) = 1",
                "7 sendmsg(3, ...) = 1",
                "7 close(8) = 0",
                END,
                "7 close(9) = 0"),
            2);

    assertThat(counted.perOperation()).isEqualTo(Map.of("sendmsg", 1.0, "recvmsg", 0.5, "close", 0.5));
    assertThat(counted.sum()).isEqualTo(2);
    assertThat(counted).hasToString("sendmsg 1.00, close 0.500, recvmsg 0.500");
  }

  @Test
  void findsMarksThatOtherThreadsInterrupted() throws IOException {
    SystemCalls counted =
        SystemCalls.parse(
            List.of(
                "7 close(-1000001 <unfinished ...>",
                "9 close(5) = 0",
                "7 <... close resumed>) = -1 EBADF (Bad file descriptor)",
                "7 read(3) = 1",
                "7 close(-1000002 <unfinished ...>"),
            1);

    assertThat(counted.perOperation()).isEqualTo(Map.of("read", 1.0));
  }

  @Test
  void refusesATraceThatWasCutOff() {
    assertThatThrownBy(() -> SystemCalls.parse(List.of("7 read(3) = 0"), 1)).hasMessage("the trace has no beginning");
    assertThatThrownBy(() -> SystemCalls.parse(List.of(BEGIN, "7 read(3) = 0"), 1)).hasMessage("the trace has no end");
  }

  @Test
  void findsTheTwoCallsAndTheCloseOfAFloor() throws Exception {
    SystemCalls counted = SystemCalls.of(Bench.of(SendReceive.class, "move", "of", "transfer_senders_01"), folder);

    assertThat(counted.perOperation()).containsEntry("sendmsg", 1.0).containsEntry("recvmsg", 1.0).containsEntry("close", 1.0);
  }

  @Test
  void endsWithALineWhenTheBenchmarkFails() {
    assertThatThrownBy(() -> SystemCalls.of(Bench.of(SendReceive.class, "move", "of", "transfer_nothing_1"), folder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("counting the calls of SendReceive.move-transfer_nothing_1 failed, see ");
  }
}
