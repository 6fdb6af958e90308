package org.ferryipc.examples.logcollector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.ferryipc.core.doorway.IpcProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private final Ledger ledger = new Ledger(2);
  private IpcProcess<Stop, FromWorker> process;
  private WorkerTally worker;

  @BeforeEach
  void start() throws IOException {
    process = IpcProcess.of(new ProcessBuilder("cat")).start(Stop.class, FromWorker.class);
    worker = new WorkerTally(process);
  }

  @AfterEach
  void end() throws Exception {
    worker.kill();
    var unused = process.process().waitFor();
    process.close();
    process.process().getInputStream().close();
    process.process().getErrorStream().close();
    process.process().getOutputStream().close();
  }

  private LogTally log(int records) {
    LogTally log = new LogTally(worker, 7);
    for (int i = 0; i < records; i++) {
      log.add(new LogBatch(List.of(new LogRecord(i, 0, ""))));
    }
    return log;
  }

  @Test
  void whatWasToldAndReceivedIsRight() {
    ledger.enter(log(5), 5);

    assertThat(ledger.faults()).isEmpty();
    assertThat(ledger.received()).isEqualTo(5);
  }

  @Test
  void aLossIsNamed() {
    ledger.enter(log(3), 5);

    assertThat(ledger.lost()).isEqualTo(2);
    assertThat(ledger.faults()).containsExactly("log 7 of " + worker + ": 2 of 5 records lost");
  }

  @Test
  void oneMessageMoreThanToldIsRightOnlyOfAKilledWorker() {
    ledger.enter(log(6), 5);
    assertThat(ledger.faults()).hasSize(1);

    worker.kill();
    ledger.enter(log(7), 5);
    assertThat(ledger.faults()).hasSize(1);
    ledger.enter(log(8), 5);
    assertThat(ledger.faults()).hasSize(2);
  }

  @Test
  void aRecordOutOfPlaceIsNamed() {
    LogTally log = log(2);
    log.add(new LogBatch(List.of(new LogRecord(3, 0, ""))));
    ledger.enter(log, 3);

    assertThat(ledger.faults()).containsExactly("log 7 of " + worker + ": 1 records out of place");
  }
}
