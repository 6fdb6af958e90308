package org.ferryipc.core.remotememory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.UnreadableMemoryException;
import org.junit.jupiter.api.Test;

/** Whatever a server answers, or does not, costs its own channel at most, and no call waits longer than it may. */
public abstract class HostileServerContract {
  private static final Duration BRIEF = Duration.ofMillis(60);
  private static final Duration GENEROUS = Duration.ofSeconds(20); // the machine may be busy with other work
  private static final long ADDRESS = 0x10_0008;
  private static final byte[] PAGE = new byte[RemoteMemoryReader.PAGE];

  private final Fixture fixture;

  protected HostileServerContract(Fixture fixture) {
    this.fixture = fixture;
  }

  private RemoteMemoryOptions options(Duration limit) {
    return RemoteMemoryOptions.defaults().withChannel(fixture.options()).withRequestLimit(limit);
  }

  private Duplex<RemoteMemoryMessage, RemoteMemoryMessage> speaking(
      Duplex<RemoteMemoryMessage, RemoteMemoryMessage> end) {
    return end.withOptions(fixture.options().withCodec(MemoryCodec.INSTANCE));
  }

  private static Reply data(Request.Read read, long address, int count) {
    return new Reply.Data(read.id(), address, new byte[count], count);
  }

  @Test
  void anAnswerThatWasNotAskedForEndsTheChannel() throws Exception {
    List<Function<Request.Read, RemoteMemoryMessage>> answers =
        List.of(
            read -> data(read, read.address(), 0),
            read -> data(read, read.address() - 1, 1), // ends in front of what is wanted
            read -> data(read, read.address() + 1, 8), // begins behind
            read -> data(read, read.address() - read.before() - 1, 2 * PAGE.length),
            read -> data(read, read.address() - read.before(), PAGE.length + 1),
            read -> data(read, read.address() - read.before() + PAGE.length, PAGE.length), // another page
            read -> data(read, 0, PAGE.length),
            read -> data(read, -1, PAGE.length),
            read -> new Reply.Data(read.id() + 1, read.address(), PAGE, 8),
            read -> new Reply.Data(read.id() - 1, read.address(), PAGE, 8),
            read -> new Reply.Data(-1, read.address(), PAGE, 8),
            read -> new Reply.Data(Long.MIN_VALUE, read.address(), PAGE, 8),
            read -> new Reply.StringLength(read.id(), 1),
            read -> new Reply.Segments(read.id(), List.of()),
            read -> new Reply.Target(read.id(), new RemoteTarget(8, java.nio.ByteOrder.nativeOrder())),
            read -> read); // a question
    try (Sides other = Sides.open(fixture)) {
      long elsewhere = other.server().export("m", other.memory(8)).address();
      for (Function<Request.Read, RemoteMemoryMessage> answer : answers) {
        DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
        try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
            var server = speaking(pair.left());
            MemoryOperation op = reader.operation()) {
          InBackground<MemorySegment> read = InBackground.start(() -> op.read(ADDRESS, 8));
          server.send(answer.apply((Request.Read) server.receive()));
          assertThat(read.failure())
              .isInstanceOf(MalformedMessageException.class)
              .hasMessageContaining("reading 8 bytes at 0x100008");
          assertThatThrownBy(() -> op.getByte(ADDRESS))
              .isInstanceOfSatisfying(
                  DisconnectedException.class,
                  e -> assertThat(e.reason()).isInstanceOf(CloseReason.ProtocolError.class));
          assertThatThrownBy(reader::segments).isInstanceOf(DisconnectedException.class);
          assertThatThrownBy(server::receive)
              .isInstanceOfSatisfying(
                  DisconnectedException.class,
                  e -> assertThat(e.reason()).isEqualTo(new CloseReason.Closed(1, "wrong answer")));
          assertThat(reader.statistics().pages()).isZero();
        }
        try (MemoryOperation op = other.reader().operation()) {
          assertThat(op.getByte(elsewhere)).isEqualTo(Sides.at(0));
        }
      }
    }
  }

  @Test
  void aFaultThatHasNothingToDoWithTheQuestionEndsTheChannel() throws Exception {
    for (long address : new long[] {0, ADDRESS - 1, ADDRESS + 8, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
      try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
          var server = speaking(pair.left());
          MemoryOperation op = reader.operation()) {
        boolean string = address == -1;
        InBackground<Long> read =
            InBackground.start(() -> string ? reader.stringLength(ADDRESS, 8) : op.getLong(ADDRESS));
        long id = ((Request) server.receive()).id();
        server.send(new Reply.Fault(id, address, Reply.Reason.GONE, "elsewhere"));
        assertThat(read.failure()).as("0x%x", address).isInstanceOf(MalformedMessageException.class);
      }
    }
  }

  @Test
  void aListOfSegmentsThatNoServerHasEndsTheChannel() throws Exception {
    List<List<RemoteSegment>> lists =
        List.of(
            List.of(new RemoteSegment("empty", 8, 0)),
            List.of(new RemoteSegment("negative", 8, -1)),
            List.of(new RemoteSegment("over the top", -8, 9)),
            List.of(new RemoteSegment("a", 8, 9), new RemoteSegment("overlaps", 16, 1)),
            List.of(new RemoteSegment("a", 16, 1), new RemoteSegment("before", 8, 1)),
            List.of(new RemoteSegment("a", -8, 8), new RemoteSegment("behind the top", 0, 1)),
            List.of(new RemoteSegment("twice", 8, 1), new RemoteSegment("twice", 16, 1)));
    for (List<RemoteSegment> list : lists) {
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
      try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
          var server = speaking(pair.left())) {
        InBackground<List<RemoteSegment>> asked = InBackground.start(reader::segments);
        server.send(new Reply.Segments(((Request) server.receive()).id(), list));
        assertThat(asked.failure()).as("%s", list).isInstanceOf(MalformedMessageException.class);
      }
    }
  }

  @Test
  void aStringThatTricklesInTakesNoLongerThanARead() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(BRIEF).withCacheBytes(0));
        MemoryOperation op = reader.operation()) {
      InBackground<Object> serving =
          InBackground.start(
              () -> {
                try (var server = speaking(pair.left())) {
                  while (true) {
                    Request.Read asked = (Request.Read) server.receive();
                    server.send(new Reply.Data(asked.id(), asked.address(), new byte[] {'x'}, 1));
                  }
                }
              });
      assertThatThrownBy(() -> op.readString(ADDRESS, 64 << 20)) // some minutes, a byte at a time
          .isInstanceOf(IpcTimeoutException.class);
      reader.close();
      assertThat(serving.failure()).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void ofTwoThreadsThatAskAtOnceOneIsToldAndTheOtherIsAnswered() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
        var server = speaking(pair.left());
        MemoryOperation op = reader.operation()) {
      InBackground<Byte> first = InBackground.start(() -> op.getByte(ADDRESS));
      Request.Read asked = (Request.Read) server.receive();
      assertThatThrownBy(() -> op.getByte(ADDRESS)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(reader::segments).isInstanceOf(IllegalStateException.class);
      server.send(new Reply.Data(asked.id(), asked.address(), new byte[] {4}, 1));
      assertThat(first.result()).isEqualTo((byte) 4);
      InBackground<Byte> next = InBackground.start(() -> op.getByte(ADDRESS + 1));
      Request.Read again = (Request.Read) server.receive();
      server.send(new Reply.Data(again.id(), again.address(), new byte[] {5}, 1));
      assertThat(next.result()).isEqualTo((byte) 5);
    }
  }

  @Test
  void anAnswerThatIsNoneEndsTheChannel() throws Exception {
    Random random = new Random(3);
    byte[] huge = new byte[Asking.LONGEST_ANSWER + 1];
    huge[0] = 65;
    List<byte[]> answers =
        Stream.concat(
                Stream.of(new byte[0], new byte[] {65}, new byte[] {65, 1, 0, 0, 0, 0, 0, 0, 0, 5}, huge),
                Stream.generate(
                    () -> {
                      byte[] any = new byte[random.nextInt(60)];
                      random.nextBytes(any);
                      if (any.length > 0) {
                        any[0] = (byte) (random.nextBoolean() ? 65 + random.nextInt(4) : 127);
                      }
                      return any;
                    }))
            .limit(60)
            .toList();
    for (byte[] answer : answers) {
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
      RawCodec raw = new RawCodec();
      raw.next = answer;
      try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
          var server = pair.left().withOptions(fixture.options().withCodec(raw))) {
        InBackground<List<RemoteSegment>> asked = InBackground.start(reader::segments);
        RemoteMemoryMessage question = server.receive();
        server.send(question);
        assertThat(asked.failure()).isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(reader::segments).isInstanceOf(DisconnectedException.class);
      }
    }
  }

  @Test
  void shortAnswersAreGoneOnWithAndALongOneAtATimeIsOneRead() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
        var server = speaking(pair.left());
        MemoryOperation op = reader.operation()) {
      InBackground<MemorySegment> read = InBackground.start(() -> op.read(ADDRESS, 20));
      for (int i = 0; i < 20; ) {
        Request.Read asked = (Request.Read) server.receive();
        assertThat(asked.address()).isEqualTo(ADDRESS + i);
        assertThat(asked.size()).isEqualTo(20 - i);
        int count = Math.min(asked.size(), 1 + i % 3);
        byte[] bytes = new byte[count];
        for (int k = 0; k < count; k++) {
          bytes[k] = (byte) (i + k);
        }
        server.send(new Reply.Data(asked.id(), asked.address(), bytes, count));
        i += count;
      }
      for (int i = 0; i < 20; i++) {
        assertThat(read.result().get(JAVA_BYTE, i)).isEqualTo((byte) i);
      }
      InBackground<MemorySegment> cut = InBackground.start(() -> op.read(ADDRESS + 100, 20));
      Request.Read asked = (Request.Read) server.receive();
      server.send(data(asked, asked.address(), 5));
      Request.Read rest = (Request.Read) server.receive();
      server.send(new Reply.Fault(rest.id(), rest.address(), Reply.Reason.GONE, "half"));
      assertThat(cut.failure())
          .isInstanceOfSatisfying(
              UnreadableMemoryException.class,
              e -> {
                assertThat(e.address()).isEqualTo(ADDRESS + 105);
                assertThat(e.segment()).contains("half");
              });
    }
  }

  @Test
  void aSilentServerCostsEachCallItsLimitAndLateAnswersNothing() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(BRIEF));
        var server = speaking(pair.left());
        MemoryOperation op = reader.operation()) {
      for (int i = 0; i < 3; i++) {
        long begun = System.nanoTime();
        assertThatThrownBy(() -> op.getByte(ADDRESS))
            .isInstanceOfSatisfying(IpcTimeoutException.class, e -> assertThat(e.limit()).isEqualTo(BRIEF))
            .hasMessageContaining("reading 1 bytes at 0x100008");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(BRIEF, GENEROUS);
      }
      Request.Read first = (Request.Read) server.receive();
      Request.Read second = (Request.Read) server.receive();
      server.send(data(first, first.address(), 1)); // the second is never answered
      InBackground<Byte> read = InBackground.start(() -> untilAnswered(op));
      Request.Read third = (Request.Read) server.receive();
      assertThat(third.id()).isGreaterThan(second.id());
      server.send(new Reply.Data(third.id(), third.address(), new byte[] {3}, 1));
      while (!read.isDone()) { // a busy machine may take longer than the brief limit: then it asks again
        var next = server.tryReceive(Duration.ofMillis(5));
        if (next instanceof org.ferryipc.core.Received.Message<RemoteMemoryMessage>(Request.Read again)) {
          server.send(new Reply.Data(again.id(), again.address(), new byte[] {7}, 1));
        }
      }
      assertThat(read.result()).isEqualTo((byte) 7);
    }
  }

  private static byte untilAnswered(MemoryOperation op) throws IpcException, InterruptedException {
    while (true) {
      try {
        return op.getByte(ADDRESS);
      } catch (IpcTimeoutException late) {
        // Tried again.
      }
    }
  }

  @Test
  void aServerThatTakesNoQuestionsCostsEachCallItsLimit() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader =
            RemoteMemoryReader.over(pair.right(), options(Duration.ofNanos(1)).withCacheBytes(0));
        var server = speaking(pair.left());
        MemoryOperation op = reader.operation()) {
      String last = "";
      for (int i = 0; !last.contains("could not be sent"); i++) {
        last = org.assertj.core.api.Assertions.catchThrowableOfType(IpcTimeoutException.class, () -> op.getByte(ADDRESS)).getMessage();
        assertThat(i).as("questions in a queue").isLessThan(1_000_000);
      }
      long sent = reader.statistics().requests();
      assertThatThrownBy(() -> op.getByte(ADDRESS)).isInstanceOf(IpcTimeoutException.class);
      assertThat(reader.statistics().requests()).isEqualTo(sent);
    }
  }

  @Test
  void aServerThatGoesEndsTheRunningCallAndAllLaterOnes() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
        MemoryOperation op = reader.operation()) {
      try (var server = speaking(pair.left())) {
        InBackground<Long> read = InBackground.start(() -> op.getLong(ADDRESS));
        var unused = server.receive();
        server.close(new CloseReason.Closed(9, "maintenance"));
        assertThat(read.failure())
            .isInstanceOfSatisfying(
                DisconnectedException.class,
                e -> assertThat(e.reason()).isEqualTo(new CloseReason.Closed(9, "maintenance")))
            .hasMessageContaining("reading 8 bytes at 0x100008");
      }
      assertThatThrownBy(() -> op.getLong(ADDRESS))
          .isInstanceOf(DisconnectedException.class)
          .hasMessageContaining("reading 8 bytes at 0x100008");
    }
  }

  @Test
  void anInterruptedOrClosedReadEndsAtOnce() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
        var server = speaking(pair.left());
        MemoryOperation op = reader.operation()) {
      InBackground<Byte> interrupted = InBackground.start(() -> op.getByte(ADDRESS));
      Request.Read asked = (Request.Read) server.receive();
      interrupted.untilItWaits().interrupt();
      assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);
      server.send(data(asked, asked.address(), 1)); // late
      InBackground<Byte> next = InBackground.start(() -> op.getByte(ADDRESS + 1));
      Request.Read second = (Request.Read) server.receive();
      server.send(new Reply.Data(second.id(), second.address(), new byte[] {4}, 1));
      assertThat(next.result()).isEqualTo((byte) 4);
      InBackground<Byte> closed = InBackground.start(() -> op.getByte(ADDRESS + PAGE.length));
      var unused = server.receive();
      closed.untilItWaits();
      reader.close();
      assertThat(closed.failure()).isInstanceOf(HandleClosedException.class);
    }
  }

  @Test
  void wordsHaveTheFormThatTheOtherProcessTells() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7, (byte) 0xf8};
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
        var server = speaking(pair.left());
        MemoryOperation op = reader.operation()) {
      InBackground<List<Long>> read =
          InBackground.start(
              () ->
                  List.of(
                      op.getLong(ADDRESS),
                      (long) op.getInt(ADDRESS),
                      (long) op.getShort(ADDRESS + 6),
                      op.getAddress(ADDRESS + 4),
                      Double.doubleToRawLongBits(op.getDouble(ADDRESS))));
      Request.Read asked = (Request.Read) server.receive();
      server.send(new Reply.Data(asked.id(), asked.address(), bytes, bytes.length));
      RemoteTarget strange = new RemoteTarget(4, java.nio.ByteOrder.BIG_ENDIAN);
      server.send(new Reply.Target(((Request.Target) server.receive()).id(), strange));
      assertThat(read.result())
          .containsExactly(0x01020304050607f8L, 0x01020304L, 0x07f8L, 0x050607f8L, 0x01020304050607f8L);
      assertThat(reader.target()).isEqualTo(strange);
    }
  }

  @Test
  void lengthsOfStringsThatCannotBeEndTheChannel() throws Exception {
    for (int length : new int[] {5, 6, -2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
      try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options(GENEROUS));
          var server = speaking(pair.left())) {
        InBackground<Integer> asked = InBackground.start(() -> reader.stringLength(ADDRESS, 5));
        server.send(new Reply.StringLength(((Request) server.receive()).id(), length));
        assertThat(asked.failure()).isInstanceOf(MalformedMessageException.class);
      }
    }
  }
}
