package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.junit.jupiter.api.Test;

/** What is kept for large payloads to come: used while it may be, and given back. */
class SendersFileTest {
  private static final int SIZE = 300_000;
  private static final String CHANNEL = "channel";

  private final SendersFile reader = new SendersFile();

  @Test
  void whatWasCopiedBehindTheWriterIsNotReadAgain() throws Exception {
    PayloadFiles files = new PayloadFiles();
    MemorySegment into = MemorySegment.ofArray(new byte[SIZE]);
    for (int value = 1; value <= 2; value++) {
      PayloadFile file = write(files, value);
      read(file, into, false);
      assertThat(holds(into, value)).isTrue();
      files.settle(file, true);
    }
    PayloadFile third = write(files, 3);
    assertThat(third.isFollowed(SIZE)).isTrue();
    assertThat(reader.follow(into, SIZE)).isTrue();
    assertThat(holds(into, 3)).isTrue();
    third.write(List.of(bytes(4)), SIZE, new byte[0], 0); // which no sender that keeps the rules does
    read(third, into, true);
    assertThat(holds(into, 3)).as("copied before").isTrue();
    read(third, into, false);
    assertThat(holds(into, 4)).isTrue();
    files.settle(third, true);
    assertThat(reader.follow(into, SIZE)).as("it was read").isFalse();
    reader.forget();
    files.close();
  }

  @Test
  void anotherUseThanTheOneThatWasCopiedIsRead() throws Exception {
    PayloadFiles files = new PayloadFiles();
    MemorySegment into = MemorySegment.ofArray(new byte[SIZE]);
    for (int value = 1; value <= 2; value++) {
      PayloadFile file = write(files, value);
      read(file, into, false);
      files.settle(file, true);
    }
    PayloadFile notSent = write(files, 3);
    assertThat(reader.follow(into, SIZE)).isTrue();
    files.settle(notSent, false);
    PayloadFile sent = write(files, 4);
    assertThat(sent.number()).isEqualTo(notSent.number());
    read(sent, into, true);
    assertThat(holds(into, 4)).isTrue();
    files.settle(sent, true);
    reader.forget();
    files.close();
  }

  @Test
  void channelsGiveBackWhatTheyKept() throws Exception {
    long sent = KeptMemory.SENT.bytes();
    long received = KeptMemory.RECEIVED.bytes();
    long mappings = mappings();
    try (BytesChannel channel = Ferry.bytes()) {
      transfer(channel, 3);
      assertThat(KeptMemory.SENT.bytes()).isGreaterThan(sent);
      assertThat(KeptMemory.RECEIVED.bytes()).isGreaterThan(received);
      assertThat(mappings()).isEqualTo(mappings + 2);
    }
    assertThat(KeptMemory.SENT.bytes()).isEqualTo(sent);
    assertThat(KeptMemory.RECEIVED.bytes()).isEqualTo(received);
    assertThat(mappings()).isEqualTo(mappings);
  }

  @Test
  void theEndOfAChannelGivesBackTheMapping() throws Exception {
    long received = KeptMemory.RECEIVED.bytes();
    try (BytesChannel channel = Ferry.bytes()) {
      transfer(channel, 3);
      channel.sender().close();
      assertThat(channel.receiver().tryReceive()).isInstanceOf(org.ferryipc.core.Received.Closed.class);
      assertThat(KeptMemory.RECEIVED.bytes()).isEqualTo(received);
    }
  }

  @Test
  void withoutAShareMessagesArriveAllTheSame() throws Exception {
    long all = 1L << 20;
    while (KeptMemory.SENT.reserve(all)) {}
    while (KeptMemory.RECEIVED.reserve(all)) {}
    long sent = KeptMemory.SENT.bytes();
    long mappings = mappings();
    try (BytesChannel channel = Ferry.bytes()) {
      transfer(channel, 5);
      assertThat(mappings()).isEqualTo(mappings);
      assertThat(KeptMemory.SENT.bytes()).isEqualTo(sent);
    } finally {
      KeptMemory.SENT.release(sent);
      KeptMemory.RECEIVED.release(KeptMemory.RECEIVED.bytes());
    }
  }

  private static void transfer(BytesChannel channel, int times) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(SIZE);
      for (int value = 1; value <= times; value++) {
        channel.sender().send(bytes(value));
        assertThat(channel.receiver().receive(into)).isEqualTo(SIZE);
        assertThat(holds(into, value)).isTrue();
      }
    }
  }

  private PayloadFile write(PayloadFiles files, int value) throws Exception {
    PayloadFile file = files.begin(SIZE);
    file.write(List.of(bytes(value)), SIZE, new byte[0], 0);
    return file;
  }

  private void read(PayloadFile file, MemorySegment into, boolean behind) throws Exception {
    reader.check(file.number(), SIZE, CHANNEL);
    reader.read(file.number(), file.generation(), SIZE, into, behind, CHANNEL);
    reader.done(file.number(), file.generation(), SIZE);
  }

  private static MemorySegment bytes(int value) {
    return MemorySegment.ofArray(new byte[SIZE]).fill((byte) value);
  }

  private static boolean holds(MemorySegment all, int value) {
    return all.mismatch(bytes(value)) == -1;
  }

  private static long mappings() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(l -> l.contains("ferry-payload")).count();
  }
}
