package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.InBackground.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A channel is one queue: first in, first out, whole messages, each once. */
public abstract class OrderingContract extends Contract {
  protected OrderingContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void aMessageArrivesAsItWasSent() throws Exception {
    Numbered sent = new Numbered(3, -4, new byte[] {0, -1, 127}, List.of());
    try (IpcChannel<Numbered> way = channel(Numbered.class)) {
      way.sender().send(sent);
      assertThat(way.receiver().receive()).usingRecursiveComparison().isEqualTo(sent);
      way.sender().close();
      assertThat(way.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void messagesOfAllSizesKeepTheirOrder() throws Exception {
    int n = packet();
    try (IpcChannel<Numbered> way = channel(Numbered.class)) {
      InBackground<Object> sender =
          InBackground.start(
              () -> {
                int number = 0;
                for (int size : new int[] {0, n - 100, 1, n + 1, 7, 3 * n, 100, n, 1 << 20, 2}) {
                  way.sender().send(new Numbered(0, number++, pattern(size, size), List.of()));
                }
                way.sender().close();
                return null;
              });
      List<Integer> numbers = new ArrayList<>();
      way.receiver()
          .forEach(
              message -> {
                numbers.add(message.number());
                assertPattern(message.payload(), message.payload().length, message.payload().length);
              });
      assertThat(numbers).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
      Object unused = sender.result();
    }
  }

  @ParameterizedTest
  @EnumSource
  void manySendersMixLargeSmallAndHandlesAndEachKeepsItsOrder(Kind thread) throws Exception {
    int senders = 8;
    int each = 40;
    try (IpcChannel<Numbered> way = channel(Numbered.class);
        IpcChannel<String> echo = channel(String.class)) {
      List<InBackground<Object>> running = new ArrayList<>();
      for (int who = 0; who < senders; who++) {
        IpcSender<Numbered> mine = way.sender().share();
        IpcSender<String> back = echo.sender().share();
        Random random = new Random(who);
        int me = who;
        running.add(
            thread.start(
                () -> {
                  try (mine;
                      back) {
                    for (int number = 0; number < each; number++) {
                      mine.send(numbered(me, number, random, back));
                    }
                  }
                  return null;
                }));
      }
      way.sender().close();
      echo.sender().close();
      Map<Integer, Integer> next = new HashMap<>();
      way.receiver()
          .forEach(
              message -> {
                assertThat(message.number()).isEqualTo(next.merge(message.sender(), 1, Integer::sum) - 1);
                long seed = 1_000L * message.sender() + message.number();
                assertPattern(message.payload(), message.payload().length, seed);
              });
      assertThat(next).hasSize(senders).containsValue(each);
      assertThat(next.values()).containsOnly(each);
      for (InBackground<Object> sender : running) {
        Object unused = sender.result();
      }
      assertThat(echo.receiver().tryReceive(Duration.ofSeconds(20))).isInstanceOf(Received.Closed.class);
    }
  }

  private static Numbered numbered(int sender, int number, Random random, IpcSender<String> back) {
    long seed = 1_000L * sender + number;
    return switch (random.nextInt(4)) {
      case 0 -> new Numbered(sender, number, pattern(1 << 20, seed), List.of());
      case 1 -> new Numbered(sender, number, pattern(10, seed), List.of(back.share(), back.share()));
      default -> new Numbered(sender, number, pattern(10, seed), List.of());
    };
  }

  @ParameterizedTest
  @EnumSource
  void receiversOnManyThreadsGetEachMessageOnce(Kind thread) throws Exception {
    int count = 2_000;
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    try (IpcChannel<Numbered> way = channel(Numbered.class)) {
      List<InBackground<Integer>> receivers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        receivers.add(
            thread.start(
                () -> {
                  int[] mine = new int[1];
                  way.receiver()
                      .forEach(
                          message -> {
                            assertThat(seen.add(message.number())).isTrue();
                            mine[0]++;
                          });
                  return mine[0];
                }));
      }
      for (int i = 0; i < count; i++) {
        way.sender().send(new Numbered(0, i, new byte[0], List.of()));
      }
      way.sender().close();
      int sum = 0;
      for (InBackground<Integer> receiver : receivers) {
        sum += receiver.result();
      }
      assertThat(sum).isEqualTo(count);
    }
  }

  @Test
  void aMessageSentWhileAnotherIsEncodedArrivesFirst() throws Throwable {
    try (IpcChannel<Hooked> way = channel(Hooked.class);
        IpcChannel<String> inner = channel(String.class);
        IpcChannel<String> outer = channel(String.class)) {
      InGetter.during(
          () -> way.sender().send(new Hooked("inner", inner.sender(), "")),
          () -> way.sender().send(new Hooked("outer", outer.sender(), "")));
      Hooked first = way.receiver().receive();
      Hooked second = way.receiver().receive();
      assertThat(List.of(first.label(), second.label())).containsExactly("inner", "outer");
      first.end().send("to inner");
      second.end().send("to outer");
      assertThat(inner.receiver().receive()).isEqualTo("to inner");
      assertThat(outer.receiver().receive()).isEqualTo("to outer");
      first.end().close();
      second.end().close();
    }
  }

  record Numbered(int sender, int number, byte[] payload, List<IpcSender<String>> ends) {}

  /** Its last component is read when the handle has been leased. */
  record Hooked(String label, IpcSender<String> end, String last) {
    @Override
    public String last() {
      InGetter.run();
      return last;
    }
  }
}
