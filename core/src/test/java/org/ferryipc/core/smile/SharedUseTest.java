package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.junit.jupiter.api.Test;

/** One codec, many users at once. */
class SharedUseTest {
  private static final int THREADS = 8;
  private static final int MESSAGES = 2_000;

  record Numbered(int thread, int number, List<IpcSender<String>> ends) {}

  @Test
  void threadsNeverGetEachOthersHandles() throws Exception {
    CyclicBarrier together = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Object>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        Callable<Object> work =
            () -> {
              together.await();
              ownHandles(thread);
              return null;
            };
        all.add(threads.submit(work));
      }
      for (Future<Object> one : all) {
        one.get();
      }
    }
  }

  private static void ownHandles(int thread) throws Exception {
    try (IpcChannel<Numbered> channel = Smile.channel(Numbered.class);
        IpcChannel<String> texts = Smile.channel(String.class)) {
      for (int n = 0; n < MESSAGES; n++) {
        channel.sender().send(new Numbered(thread, n, List.of(texts.sender().share(), texts.sender().share())));
        Numbered received = channel.receiver().receive();
        assertThat(received.thread()).isEqualTo(thread);
        assertThat(received.number()).isEqualTo(n);
        for (IpcSender<String> end : received.ends()) {
          end.send("t" + thread);
          end.close();
          assertThat(texts.receiver().receive()).isEqualTo("t" + thread);
        }
      }
    }
  }

  @Test
  void aKnownTypeIsNotBoundTwice() throws Exception {
    MessageType<List<Numbered>> one = new MessageType<>() {};
    MessageType<List<Numbered>> same = new MessageType<>() {};
    assertThat(Codec.smile().bind(same, Limits.DEFAULT)).isSameAs(Codec.smile().bind(one, Limits.DEFAULT));
  }
}
