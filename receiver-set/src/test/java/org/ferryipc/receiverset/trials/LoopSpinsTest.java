package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.Blocked;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.ProcessorTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After netty #3457: a half-closed descriptor was always ready, and the loop took a whole processor for nothing. */
class LoopSpinsTest {
  private static final int IDLE = 1_000;
  private static final String NAME = "ferry idle set";
  private static final Duration WATCHED = Duration.ofMillis(Effort.of(1_000, 10_000));
  private static final Duration ALLOWED = WATCHED.dividedBy(100);

  private final List<IpcSender<Note>> senders = new ArrayList<>();

  private IpcSender<Note> member(ReceiverSet set, Reach reach) throws Exception {
    IpcChannel<Note> channel =
        Ferry.channel(MessageType.of(Note.class), ChannelOptions.defaults().withReach(reach));
    Registration<Note> unused = set.add(channel.receiver());
    senders.add(channel.sender());
    return channel.sender();
  }

  @ParameterizedTest
  @EnumSource
  void aSetOfIdleAndHalfDeadMembersTakesNoProcessorTime(Reach reach) throws Exception {
    try (ReceiverSet set = new ReceiverSet()) {
      for (int i = 0; i < IDLE; i++) {
        member(set, reach).send(new Note(i));
      }
      int closed = 0;
      int got = 0;
      senders.subList(0, IDLE / 2).forEach(IpcSender::close);
      while (closed < IDLE / 2 || got < IDLE) {
        for (Selection selection : set.select()) {
          switch (selection) {
            case Selection.Message m -> got++;
            case Selection.Closed c -> closed++;
            case Selection.Failed(var from, var error) -> throw error;
          }
        }
      }
      FutureTask<List<Selection>> select = new FutureTask<>(set::select);
      Thread thread = Thread.ofPlatform().name(NAME).start(select);
      Blocked.awaitIn(thread, "Pollers");
      Duration before = ProcessorTime.ofThreads(NAME);
      Thread.sleep(WATCHED);
      Duration spent = ProcessorTime.ofThreads(NAME).minus(before);
      assertThat(thread.isAlive()).isTrue();
      set.wakeup();
      assertThat(select.get()).isEmpty();
      assertThat(spent).as("processor time of an idle set").isLessThan(ALLOWED);
    } finally {
      senders.forEach(IpcSender::close);
    }
  }
}
