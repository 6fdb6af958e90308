package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.LiveHandles;
import org.junit.jupiter.api.Test;

/**
 * Valid messages, changed on the way: each is a value or a SerializationException, nothing else, and its handles are
 * either in the value or closed.
 */
class HostileBytesTest {
  private static final int MESSAGES = 50_000;
  private static final long SEED = 0x5eedL;

  record Result(String text, int code) {}

  enum Color {
    RED,
    GREEN
  }

  sealed interface Part {}

  record Leaf(double d, byte[] bytes, Color color) implements Part {}

  record Branch(List<Part> parts, Optional<IpcSender<Result>> end) implements Part {}

  record Message(
      String name,
      long number,
      IpcSender<Result> reply,
      Map<String, IpcReceiver<String>> ends,
      Part part,
      Optional<Integer> more) {}

  @Test
  void aChangedMessageIsAValueOrRefusedAndKeepsNoHandle() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    int values = 0;
    int refused = 0;
    try (IpcChannel<Message> channel =
            Ferry.channel(MessageType.of(Message.class), Smile.HERE.withCodec(new Corrupting(random)));
        IpcChannel<Result> results = Smile.channel(Result.class)) {
      long before = LiveHandles.now();
      for (int i = 0; i < MESSAGES; i++) {
        try (IpcChannel<String> texts = Smile.channel(String.class)) {
          channel.sender().send(message(random, results.sender(), texts.receiver()));
        }
        try (Delivery<Message> delivery = channel.receiver().take()) {
          assertThat(delivery.value()).isNotNull();
          values++;
        } catch (SerializationException expected) {
          refused++;
        }
        assertThat(LiveHandles.now()).as("handles after message %d", i).isEqualTo(before);
      }
    }
    assertThat(values).as("changes that hit nothing of weight").isGreaterThan(MESSAGES / 50);
    assertThat(refused).isGreaterThan(MESSAGES / 2);
  }

  private static Message message(
      SplittableRandom random, IpcSender<Result> results, IpcReceiver<String> end) {
    Part leaf = new Leaf(random.nextDouble(), new byte[random.nextInt(20)], Color.GREEN);
    Part branch = new Branch(List.of(leaf, leaf), Optional.of(results.share()));
    return new Message(
        "name" + random.nextInt(), random.nextLong(), results.share(), Map.of("k", end), branch, Optional.of(3));
  }

  /** Smile whose receiver sees changed bytes. */
  private record Corrupting(SplittableRandom random) implements Codec {
    @Override
    public String name() {
      return "smile";
    }

    @Override
    public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
      MessageCodec<T> honest = Codec.smile().bind(type, limits);
      if (!type.equals(MessageType.of(Message.class))) {
        return honest;
      }
      return new MessageCodec<>() {
        @Override
        public void encode(T value, PayloadBuffer out, HandleSink handles)
            throws SerializationException, LimitExceededException {
          honest.encode(value, out, handles);
        }

        @Override
        public T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
          byte[] changed = change(Arrays.copyOfRange(bytes, offset, offset + length), random);
          return honest.decode(changed, 0, changed.length, handles);
        }
      };
    }
  }

  private static byte[] change(byte[] message, SplittableRandom random) {
    byte[] changed = message;
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && changed.length > 0; i++) {
      int at = random.nextInt(changed.length);
      changed =
          switch (random.nextInt(6)) {
            case 0 -> with(changed, at, (byte) (changed[at] ^ 1 << random.nextInt(8)));
            case 1 -> with(changed, at, (byte) random.nextInt(256));
            case 2 -> Arrays.copyOf(changed, at);
            case 3 -> splice(changed, at, at, new byte[] {(byte) random.nextInt(256)});
            case 4 -> splice(changed, at, Math.min(changed.length, at + 1 + random.nextInt(4)), new byte[0]);
            default -> {
              int to = Math.min(changed.length, at + 1 + random.nextInt(30));
              yield splice(changed, at, at, Arrays.copyOfRange(changed, at, to)); // said twice
            }
          };
    }
    return changed;
  }

  private static byte[] with(byte[] bytes, int at, byte value) {
    byte[] copy = bytes.clone();
    copy[at] = value;
    return copy;
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] instead) {
    byte[] copy = new byte[bytes.length - (to - from) + instead.length];
    System.arraycopy(bytes, 0, copy, 0, from);
    System.arraycopy(instead, 0, copy, from, instead.length);
    System.arraycopy(bytes, to, copy, from + instead.length, bytes.length - to);
    return copy;
  }

  @Test
  void bytesWithoutAnySenseAreRefused() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    List<Class<?>> types = List.of(Message.class, Leaf.class, Result.class, Part.class, Object.class, byte[].class);
    List<byte[]> understood = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      byte[] noise = new byte[4 + random.nextInt(60)];
      random.nextBytes(noise);
      System.arraycopy(new byte[] {':', ')', '\n', 5}, 0, noise, 0, 4);
      try {
        Object value = Smile.decode(types.get(i % types.size()), noise);
        assertThat(value).isNotNull();
        understood.add(noise);
      } catch (SerializationException expected) {
        assertThat(expected.getMessage()).isNotEmpty();
      }
    }
    assertThat(understood).as("most noise is no message").hasSizeLessThan(MESSAGES / 10);
  }
}
