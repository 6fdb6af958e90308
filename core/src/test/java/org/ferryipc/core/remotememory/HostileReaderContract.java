package org.ferryipc.core.remotememory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.junit.jupiter.api.Test;

/** Whatever a reader asks costs its own channel at most, and shows it nothing that was not exported. */
public abstract class HostileReaderContract {
  private static final Duration BRIEF = Duration.ofMillis(60);

  private final Fixture fixture;

  protected HostileReaderContract(Fixture fixture) {
    this.fixture = fixture;
  }

  private InBackground<CloseReason> serve(
      RemoteMemoryServer server, DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair) {
    return InBackground.start(() -> server.serve(pair.left(), fixture.options()));
  }

  private Duplex<RemoteMemoryMessage, RemoteMemoryMessage> speaking(
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair) {
    return pair.right().withOptions(fixture.options().withCodec(MemoryCodec.INSTANCE));
  }

  @Test
  void questionsThatNoReaderAsksEndTheChannel() throws Exception {
    List<RemoteMemoryMessage> questions =
        List.of(
            new Request.Read(1, 100, 0, 0, 0),
            new Request.Read(1, 0, 0, 0, 0),
            new Request.Read(1, -1, 2, 0, 0),
            new Request.Read(1, 100, 1, 101, 0),
            new Request.Read(1, -10, 1, 0, 10),
            new Request.Read(1, -10, Integer.MAX_VALUE, 0, Integer.MAX_VALUE),
            new Request.StringLength(1, 100, 0),
            new Reply.StringLength(1, 1)); // an answer
    for (RemoteMemoryMessage question : questions) {
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
      try (RemoteMemoryServer server = new RemoteMemoryServer();
          var reader = speaking(pair)) {
        InBackground<CloseReason> serving = serve(server, pair);
        reader.send(question);
        assertThat(serving.failure()).as("%s", question).isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(reader::receive)
            .isInstanceOfSatisfying(
                DisconnectedException.class,
                e -> assertThat(e.reason()).isEqualTo(new CloseReason.Closed(1, "wrong question")));
      }
    }
  }

  @Test
  void anyBytesAreAnsweredFromTheExportsOrEndTheChannel() throws Exception {
    Random random = new Random(17);
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer()) {
      MemorySegment memory = arena.allocate(3 * RemoteMemoryReader.PAGE);
      memory.fill((byte) 'e');
      long base = 1 << 20;
      server.export("m", memory, base);
      for (int i = 0; i < 200; i++) {
        DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
        RawCodec raw = new RawCodec();
        try (var reader = pair.right().withOptions(fixture.options().withCodec(raw))) {
          InBackground<CloseReason> serving = serve(server, pair);
          raw.next = question(random, base);
          reader.send(new Request.Segments(0));
          try {
            switch ((Reply) reader.receive()) {
              case Reply.Data data -> {
                assertThat(data.address()).isBetween(base, base + memory.byteSize() - 1);
                assertThat(data.address() + data.count()).isLessThanOrEqualTo(base + memory.byteSize());
                assertThat(data.bytes()).containsOnly((byte) 'e');
              }
              case Reply.Fault fault -> assertThat(fault.segment()).isIn("", "m");
              case Reply.StringLength length -> assertThat(length.bytes()).isEqualTo(-1);
              case Reply.Segments segments -> assertThat(segments.segments()).hasSize(1);
              case Reply.Target target -> assertThat(target.target().addressBytes()).isEqualTo(8);
            }
            reader.close();
            assertThat(serving.result()).isInstanceOf(CloseReason.class);
          } catch (DisconnectedException refused) {
            assertThat(serving.failure()).isInstanceOf(MalformedMessageException.class);
          }
        }
      }
    }
  }

  /** {@return bytes that are nearly a question} */
  private static byte[] question(Random random, long base) {
    byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(40) : 29];
    random.nextBytes(bytes);
    if (bytes.length == 29) {
      var fields = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
      fields.put(0, (byte) (random.nextInt(8) == 0 ? random.nextInt(6) : 1));
      fields.putLong(9, base + random.nextInt(-20, 4 * RemoteMemoryReader.PAGE));
      fields.putInt(17, random.nextInt(-2, 1 << random.nextInt(1, 30)));
      fields.putInt(21, random.nextInt(-2, 1 << random.nextInt(1, 30)));
      fields.putInt(25, random.nextInt(-2, 1 << random.nextInt(1, 30)));
    }
    return bytes;
  }

  @Test
  void aReaderThatTakesNoAnswersIsGivenUp() throws Exception {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer(BRIEF);
        var reader = speaking(pair)) {
      long base = server.export("m", arena.allocate(Answering.MOST)).address();
      InBackground<CloseReason> serving = serve(server, pair);
      int asked = 0;
      try {
        while (!serving.isDone()) {
          if (reader.trySend(new Request.Read(asked + 1, base, Answering.MOST, 0, 0))) {
            asked++;
          }
          assertThat(asked).isLessThan(1_000_000);
        }
      } catch (DisconnectedException gone) {
        // It has been given up.
      }
      assertThat(serving.failure()).isInstanceOf(IpcTimeoutException.class).hasMessageContaining("answering");
    }
  }

  @Test
  void aClosedServerEndsEveryChannelAndServesNoOther() throws Exception {
    List<InBackground<CloseReason>> serving = new ArrayList<>();
    List<Duplex<RemoteMemoryMessage, RemoteMemoryMessage>> readers = new ArrayList<>();
    RemoteMemoryServer server = new RemoteMemoryServer();
    try (Arena arena = Arena.ofShared()) {
      RemoteSegment segment = server.export("m", arena.allocate(8));
      assertThat(server.segments()).containsExactly(segment);
      for (int i = 0; i < 3; i++) {
        DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
        readers.add(speaking(pair));
        serving.add(serve(server, pair).untilItWaits());
      }
      server.close();
      server.close();
      for (InBackground<CloseReason> one : serving) {
        assertThat(one.failure()).isInstanceOf(HandleClosedException.class);
      }
      for (Duplex<RemoteMemoryMessage, RemoteMemoryMessage> reader : readers) {
        assertThatThrownBy(reader::receive).isInstanceOf(DisconnectedException.class);
        reader.close();
      }
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> late = Sides.pair(fixture);
      assertThat(serve(server, late).failure()).isInstanceOf(IllegalStateException.class);
      late.close();
      assertThatThrownBy(() -> server.export("n", arena.allocate(8))).isInstanceOf(IllegalStateException.class);
      assertThat(server.segments()).isEmpty();
    }
  }

  @Test
  void anObserverHearsOfEachQuestionForMemoryAndOneThatThrowsEndsTheChannel() throws Exception {
    List<String> heard = new ArrayList<>();
    try (Sides sides = Sides.open(fixture)) {
      long base = sides.server().export("m", sides.memory(16), 4096).address();
      sides.server().observe((address, size) -> heard.add(address + " " + size));
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.getByte(base + 3)).isEqualTo(Sides.at(3));
        assertThat(sides.reader().segments()).hasSize(1);
        assertThatThrownBy(() -> sides.reader().stringLength(base + 1, 2))
            .isInstanceOf(org.ferryipc.core.failure.LimitExceededException.class);
      }
      assertThat(heard).containsExactly("4099 1", "4097 2");
    }
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(fixture);
    try (RemoteMemoryServer server = new RemoteMemoryServer();
        RemoteMemoryReader reader =
            RemoteMemoryReader.over(pair.right(), RemoteMemoryOptions.defaults().withChannel(fixture.options()))) {
      server.observe(
          (address, size) -> {
            throw new IllegalArgumentException("no");
          });
      InBackground<CloseReason> serving = serve(server, pair);
      try (MemoryOperation op = reader.operation()) {
        assertThatThrownBy(() -> op.getByte(5)).isInstanceOf(DisconnectedException.class);
      }
      assertThat(serving.failure()).isInstanceOf(IllegalArgumentException.class).hasMessage("no");
    }
  }
}
