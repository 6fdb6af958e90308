package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.receiverset.BytesRegistration;
import org.ferryipc.receiverset.DuplexRegistration;
import org.ferryipc.receiverset.OpaqueRegistration;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.api.Test;

/** What is selected, and when. */
public abstract class SelectingContract extends SetContract {
  protected SelectingContract(Fixture fixture) {
    super(fixture);
  }

  record Job(String name, int input, IpcSender<String> reply) {}

  @Test
  void theSwitchOfTheDocumentationTellsJobsFromOthers() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Job> job = channel(Job.class);
        IpcChannel<String> other = channel();
        IpcChannel<String> replies = channel()) {
      Registration<Job> jobs = set.add(job.receiver());
      Registration<String> others = set.add(other.receiver());
      job.sender().send(new Job("wc", 7, replies.sender().share()));
      other.sender().send("nobody's");
      other.sender().close();
      List<String> seen = new ArrayList<>();
      while (seen.size() < 3) {
        for (Selection s : set.select()) {
          switch (s) {
            case Selection.Message m when m.as(jobs) instanceof Job(var name, var input, var reply) -> {
              try (reply) {
                reply.send(name + input);
              }
              seen.add("job");
            }
            case Selection.Message m -> {
              m.close();
              seen.add("other");
            }
            case Selection.Closed(var from, var reason) -> {
              assertThat(from).isSameAs(others);
              seen.add("closed");
            }
            case Selection.Failed(var from, var error) -> throw error;
          }
        }
      }
      assertThat(seen).containsExactlyInAnyOrder("job", "other", "closed").containsSubsequence("other", "closed");
      assertThat(replies.receiver().receive()).isEqualTo("wc7");
    }
  }

  @Test
  void twoChannelsThatAreReadyAreEachSelectedOnceUnderTheirOwnRegistration() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> a = channel();
        IpcChannel<String> b = channel()) {
      Registration<String> first = set.add(a.receiver());
      Registration<String> second = set.add(b.receiver());
      a.sender().send("a");
      Selection.Message one = (Selection.Message) only(set);
      assertThat(one.from()).isSameAs(first);
      assertThat(one.as(second)).isNull();
      assertThat(one.as(first)).isEqualTo("a");
      a.sender().send("a again");
      b.sender().send("b");
      Map<Registration<?>, String> both = new HashMap<>();
      while (both.size() < 2) {
        for (Selection selection : next(set)) {
          assertThat(both.put(selection.from(), text(selection))).isNull();
        }
      }
      assertThat(both).isEqualTo(Map.of(first, "a again", second, "b"));
      assertThat(set.selectNow()).isEmpty();
    }
  }

  @Test
  void everyKindOfReceiverIsSelectedFrom() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> typed = channel();
        BytesChannel bytes = bytes();
        IpcChannel<String> opaque = channel();
        DuplexPair<String, String> duplex = duplex()) {
      Registration<String> a = set.add(typed.receiver());
      BytesRegistration b = set.add(bytes.receiver());
      OpaqueRegistration c = set.add(opaque.receiver().opaque());
      DuplexRegistration<String, String> d = set.add(duplex.left());
      assertThat(set.size()).isEqualTo(4);
      typed.sender().send("typed");
      assertThat(((Selection.Message) only(set)).as(a)).isEqualTo("typed");
      bytes.sender().send(MemorySegment.ofArray(new byte[] {1, 2, 3}));
      assertThat(((Selection.Message) only(set)).as(b)).containsExactly(1, 2, 3);
      opaque.sender().send("opaque");
      assertThat(((Selection.Message) only(set)).as(c).decode(String.class).keep()).isEqualTo("opaque");
      duplex.right().send("there");
      assertThat(((Selection.Message) only(set)).as(d)).isEqualTo("there");
      d.send("and back");
      assertThat(duplex.right().receive()).isEqualTo("and back");
    }
  }

  @Test
  void anEmptyMessageIsAMessage() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        BytesChannel channel = bytes()) {
      BytesRegistration member = set.add(channel.receiver());
      channel.sender().send(MemorySegment.ofArray(new byte[0]));
      assertThat(((Selection.Message) only(set)).as(member)).isEmpty();
    }
  }

  @Test
  void largeMessagesArriveWhole() throws Exception {
    int large = 1 << 20;
    try (ReceiverSet set = new ReceiverSet();
        BytesChannel a = bytes();
        BytesChannel b = bytes()) {
      BytesRegistration first = set.add(a.receiver());
      BytesRegistration second = set.add(b.receiver());
      byte[] ones = filled(large, 1);
      byte[] twos = filled(large + 1, 2);
      a.sender().send(MemorySegment.ofArray(ones));
      b.sender().send(MemorySegment.ofArray(twos));
      Map<Registration<?>, byte[]> got = new HashMap<>();
      while (got.size() < 2) {
        for (Selection selection : next(set)) {
          got.put(selection.from(), ((Selection.Message) selection).as(byte[].class));
        }
      }
      assertThat(Arrays.equals(got.get(first), ones)).isTrue();
      assertThat(Arrays.equals(got.get(second), twos)).isTrue();
    }
  }

  private static byte[] filled(int length, int with) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) with);
    return bytes;
  }

  @Test
  void manySendersAtOnceKeepOrderWithinEachChannelAndThenEnd() throws Exception {
    int channels = 5;
    int messages = 100;
    try (ReceiverSet set = new ReceiverSet()) {
      List<InBackground<Void>> senders = new ArrayList<>();
      for (int i = 0; i < channels; i++) {
        BytesChannel channel = bytes();
        BytesRegistration unused = set.add(channel.receiver(), i);
        senders.add(
            InBackground.start(
                () -> {
                  try (var sender = channel.sender()) {
                    for (int k = 0; k < messages; k++) {
                      sender.send(MemorySegment.ofArray(filled(k * 37, k)));
                    }
                  }
                  return null;
                }));
      }
      int[] next = new int[channels];
      int closed = 0;
      while (closed < channels) {
        for (Selection selection : next(set)) {
          int channel = selection.from().attachment(Integer.class);
          if (selection instanceof Selection.Message m) {
            int k = next[channel]++;
            assertThat(m.as(byte[].class)).isEqualTo(filled(k * 37, k));
          } else {
            assertThat(selection).isInstanceOf(Selection.Closed.class);
            assertThat(next[channel]).isEqualTo(messages);
            closed++;
          }
        }
      }
      assertThat(set.size()).isZero();
      for (InBackground<Void> sender : senders) {
        assertThat(sender.result()).isNull();
      }
    }
  }

  @Test
  void aTryFindsNothingThenTheMessageThenNothingThenTheEndThenNothing() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      assertThat(set.selectNow()).isEmpty();
      Registration<String> member = set.add(channel.receiver());
      assertThat(set.selectNow()).isEmpty();
      channel.sender().send("now");
      assertThat(onlyText(set)).isEqualTo("now");
      assertThat(set.selectNow()).isEmpty();
      channel.sender().close();
      assertThat(set.selectNow()).singleElement().isInstanceOf(Selection.Closed.class);
      assertThat(set.selectNow()).isEmpty();
      assertThat(member.isMember()).isFalse();
    }
  }

  @Test
  void aTimedSelectWaitsItsTimeAndNoLongerThanUntilTheFirstMessage() throws Exception {
    Duration limit = Duration.ofMillis(30);
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      long begin = System.nanoTime();
      assertThat(set.select(limit)).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(limit);
      channel.sender().send("soon");
      assertThat(set.select(HANG)).hasSize(1);
      channel.sender().close();
      assertThat(set.select(HANG)).singleElement().isInstanceOf(Selection.Closed.class);
      assertThat(set.select(Duration.ofSeconds(-1))).isEmpty();
    }
  }

  @Test
  void aBatchIsBoundedAndNothingIsLostBetweenBatches() throws Exception {
    int channels = 20;
    try (ReceiverSet set = new ReceiverSet()) {
      List<IpcChannel<String>> all = new ArrayList<>();
      int sent = 0;
      for (int i = 0; i < channels; i++) {
        IpcChannel<String> channel = channel();
        all.add(channel);
        Registration<String> unused = set.add(channel.receiver(), i);
        for (int k = 0; k < 100; k++) {
          channel.sender().send(Integer.toString(k));
          sent++;
        }
      }
      int[] next = new int[channels];
      for (int got = 0; got < sent; ) {
        List<Selection> batch = next(set);
        assertThat(batch).hasSizeLessThanOrEqualTo(ReceiverSet.MOST_SELECTED);
        for (Selection selection : batch) {
          int channel = selection.from().attachment(Integer.class);
          assertThat(text(selection)).isEqualTo(Integer.toString(next[channel]++));
          got++;
        }
      }
      assertThat(set.selectNow()).isEmpty();
      all.forEach(channel -> channel.sender().close());
    }
  }

  @Test
  void aFloodDelaysNobodyByMoreThanOneRound() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> flood = channel();
        IpcChannel<String> quiet = channel()) {
      Registration<String> flooding = set.add(flood.receiver());
      Registration<String> other = set.add(quiet.receiver());
      for (int round = 0; round < 100; round++) {
        while (flood.sender().trySend("flood")) {}
        quiet.sender().send("me too");
        int before = 0;
        boolean seen = false;
        while (!seen) {
          for (Selection selection : next(set)) {
            seen |= selection.from() == other;
            before += seen ? 0 : 1;
          }
        }
        assertThat(before).as("messages of %s before", flooding).isLessThan(2 * 16);
      }
    }
  }
}
