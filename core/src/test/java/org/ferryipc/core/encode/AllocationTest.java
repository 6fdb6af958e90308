package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an encoding leaves to the garbage collector: up to 512 bytes the result and nothing else. The bytes are counted by
 * the virtual machine for this thread, so nobody else's are among them.
 */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM = 20_000; // until the compiler has made what it will make
  private static final int TIMES = 2_000;
  private static final int ARRAY_HEADER = 16;
  // Ok, Encoded, and what has written or checked its bytes and keeps them: what a result consists of besides its array.
  private static final int RESULT = 16 + 24 + 56;

  record Words(List<Long> words) {}

  record Pair(long first, long second) {}

  record Senders(List<IpcSender<String>> senders) {}

  private static Words words(int bytes) {
    return new Words(java.util.Collections.nCopies((bytes - 8) / 8, 1L));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  private static volatile Object sink = "";

  private static long allocated(Object value) throws Exception {
    for (int i = 0; i < WARM; i++) {
      sink = Ferry.encode(value);
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) { // the compiler may make something better in the middle of one
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < TIMES; i++) {
        sink = Ferry.encode(value);
      }
      least = Math.min(least, (THREADS.getCurrentThreadAllocatedBytes() - before) / TIMES);
    }
    return least;
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 256, 504, 512})
  void upTo512BytesThereIsTheResultAndNothingElse(int bytes) throws Exception {
    Words value = words(bytes);
    Encoded encoded = Ferry.encode(value).orElseThrow();
    assertThat(encoded.byteSize()).isEqualTo(bytes);
    assertThat(encoded.isInline()).isTrue();
    assertThat(allocated(value)).isLessThanOrEqualTo(RESULT + ARRAY_HEADER + EncodeMetadata.BYTES + 512);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 256, 512})
  void soItIsForViews(int bytes) throws Exception {
    EncodeType<Words> type = EncodeType.of(Words.class);
    MemorySegment memory = MemorySegment.ofArray(Shapes.bytes(words(bytes)));
    Wire<Words> view = type.view(memory, EncodeMetadata.CURRENT).orElseThrow();
    assertThat(allocated(view)).isLessThanOrEqualTo(RESULT + ARRAY_HEADER + EncodeMetadata.BYTES + bytes);
  }

  @Test
  void from520OnTheResultGrows() throws Exception {
    Words value = words(520);
    Encoded encoded = Ferry.encode(value).orElseThrow();
    assertThat(encoded.byteSize()).isEqualTo(520);
    assertThat(encoded.isInline()).isFalse();
    assertThat(allocated(value)).isGreaterThan(RESULT + 2 * ARRAY_HEADER + EncodeMetadata.BYTES + 512 + 520);
  }

  @Test
  void aKnownBoundIsAllThatIsAllocated() throws Exception {
    assertThat(allocated(new Pair(1, 2))).isLessThanOrEqualTo(RESULT + ARRAY_HEADER + EncodeMetadata.BYTES + 16);
    assertThat(allocated(Optional.of(new Pair(1, 2)).orElseThrow()))
        .isLessThanOrEqualTo(RESULT + ARRAY_HEADER + EncodeMetadata.BYTES + 16);
  }

  record Optionals(OptionalInt number, OptionalLong longer, OptionalDouble fraction) {}

  @Test
  void optionalNumbersAreNotBoxed() throws Exception {
    Optionals value = new Optionals(OptionalInt.of(1_000_000), OptionalLong.of(1L << 40), OptionalDouble.of(0.5));
    assertThat(allocated(value)).isLessThanOrEqualTo(RESULT + ARRAY_HEADER + EncodeMetadata.BYTES + 24 + 16);
    assertThat(Shapes.decode(EncodeType.of(Optionals.class), Shapes.bytes(value)).orElseThrow()).isEqualTo(value);
  }

  @Test
  void aTypeOfHandlesWithoutOneLeavesNothingToTheCleanupNet() throws Exception {
    Encoded encoded = Ferry.encode(new Senders(List.of())).orElseThrow();
    assertThat(encoded.handleCount()).isZero();
    encoded.close();
  }

  @Test
  void aBoxedResultCostsItsBox() throws Exception {
    EncodeType<Pair> type = EncodeType.of(Pair.class);
    EncodeType<Pair> boxed = type.boxed();
    assertThat(Shapes.bytes(boxed, new Pair(1, 2))).isEqualTo(Shapes.bytes(type, new Pair(1, 2)));
    assertThat(boxed.encode(new Pair(1, 2)).orElseThrow().isInline()).isFalse();
  }

  // With handles the result has its handles: so much for each, and nothing more until the 65th.
  @Test
  void sixtyFourHandlesFindRoomWithoutAnotherArray() throws Exception {
    long sixtyThree = allocatedWithSenders(63);
    long sixtyFour = allocatedWithSenders(64);
    long sixtyFive = allocatedWithSenders(65);
    long each = sixtyFour - sixtyThree;
    assertThat(each).isLessThan(100);
    assertThat(sixtyFive - sixtyFour).as("for the 65th, after %d for the 64th", each).isGreaterThanOrEqualTo(each + 2 * 64 * 4);
  }

  private static long allocatedWithSenders(int count) throws Exception {
    IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), Shapes.HERE);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 1_500; i++) {
      List<IpcSender<String>> senders = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        senders.add(channel.sender().share());
      }
      Senders value = new Senders(senders);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      EncodeResult result = Ferry.encode(value);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      result.orElseThrow().close();
    }
    channel.sender().close();
    channel.receiver().close();
    return least;
  }
}
