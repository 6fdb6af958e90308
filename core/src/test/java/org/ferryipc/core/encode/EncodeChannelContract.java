package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.encode.Shapes.Everything;
import org.ferryipc.core.encode.Shapes.Memory;
import org.ferryipc.core.encode.Shapes.Sent;
import org.ferryipc.core.encode.Shapes.Table;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encode as the codec of channels, over any transport. */
public abstract class EncodeChannelContract {
  private static final MessageType<Wire<Table>> VIEWS = new MessageType<>() {};

  private final ChannelOptions options;

  /** Over what {@code transport} says. */
  protected EncodeChannelContract(ChannelOptions transport) {
    this.options = transport.withCodec(EncodeCodec.get());
  }

  private <T> IpcChannel<T> channel(Class<T> type) throws Exception {
    return Ferry.channel(MessageType.of(type), options);
  }

  @Test
  void recordsArrive() throws Exception {
    try (IpcChannel<Everything> channel = channel(Everything.class)) {
      for (int i = 0; i < 100; i++) {
        channel.sender().send(Shapes.EVERYTHING);
        assertThat(channel.receiver().receive()).usingRecursiveComparison().isEqualTo(Shapes.EVERYTHING);
      }
    }
  }

  /** More than one thing that makes the buffer of a message grow. */
  record Growing(String first, List<String> many, byte[] bytes, Optional<String> last) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 500, 600, 1000, 2000, 5000, 40_000, 300_000, 1_500_000})
  void nothingIsLostWhenTheBufferOfAMessageGrows(int length) throws Exception {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 7);
    Growing value =
        new Growing("f".repeat(length), List.of("a".repeat(length), "", "b".repeat(3 * length)), bytes, Optional.of("l".repeat(length)));
    try (IpcChannel<Growing> channel = channel(Growing.class)) {
      for (int i = 0; i < 2; i++) {
        channel.sender().send(value);
        Growing got = channel.receiver().receive();
        assertThat(got.first().equals(value.first()) && got.many().equals(value.many()) && got.last().equals(value.last()))
            .as("the texts are those that were sent")
            .isTrue();
        assertThat(Arrays.equals(got.bytes(), bytes)).isTrue();
      }
    }
  }

  @Test
  void viewsArriveAndGoOn() throws Exception {
    try (IpcChannel<Wire<Table>> channel = Ferry.channel(VIEWS, options)) {
      byte[] bytes = Shapes.bytes(Shapes.TABLE);
      Wire<Table> view = EncodeType.of(Table.class).view(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT).orElseThrow();
      for (int i = 0; i < 3; i++) {
        channel.sender().send(view);
        view = channel.receiver().receive();
        assertThat(view.text(view.member(Wire.ROOT, 2))).isEqualTo("text");
      }
      assertThat(view.toRecord().orElseThrow()).isEqualTo(Shapes.TABLE);
    }
  }

  @Test
  void oneSideMayHaveRecordsAndTheOtherViews() throws Exception {
    try (IpcChannel<Table> channel = channel(Table.class);
        var views = channel.receiver().opaque().typed(VIEWS)) {
      channel.sender().send(Shapes.TABLE);
      assertThat(views.receive().toRecord().orElseThrow()).isEqualTo(Shapes.TABLE);
    }
  }

  @Test
  void handlesTravel() throws Exception {
    try (IpcChannel<Sent> channel = channel(Sent.class);
        IpcChannel<String> a = channel(String.class);
        IpcChannel<String> b = channel(String.class)) {
      channel.sender().send(new Sent("job", a.sender(), Optional.of(b.receiver())));
      try (Delivery<Sent> delivery = channel.receiver().take()) {
        assertThat(delivery.handleCount()).isEqualTo(2);
        delivery.value().reply().send("through");
        assertThat(a.receiver().receive()).isEqualTo("through");
        b.sender().send("back");
        assertThat(delivery.value().source().orElseThrow().receive()).isEqualTo("back");
      }
    }
  }

  @Test
  void handlesOfViewsTravel() throws Exception {
    try (IpcChannel<Sent> channel = channel(Sent.class);
        IpcChannel<String> a = channel(String.class)) {
      try (var views = channel.receiver().opaque().typed(new MessageType<Wire<Sent>>() {})) {
        channel.sender().send(new Sent("job", a.sender(), Optional.empty()));
        try (Delivery<Wire<Sent>> delivery = views.take()) {
          Wire<Sent> view = delivery.value();
          assertThat(view.handles()).hasSize(1);
          ((org.ferryipc.core.IpcSender<?>) view.handle(8)).close();
        }
        assertThat(a.receiver().tryReceive(java.time.Duration.ofSeconds(10)))
            .isInstanceOf(org.ferryipc.core.Received.Closed.class);
      }
    }
  }

  @Test
  void whatCannotBeEncodedMovesNothing() throws Exception {
    try (IpcChannel<Sent> channel = Ferry.channel(MessageType.of(Sent.class), options.withLimits(Limits.DEFAULT.withStringLength(3)));
        IpcChannel<String> a = channel(String.class)) {
      assertThatThrownBy(() -> channel.sender().send(new Sent("longer", a.sender(), Optional.empty())))
          .isInstanceOfSatisfying(LimitExceededException.class, e -> assertThat(e.asked()).isEqualTo(6));
      assertThatThrownBy(() -> channel.sender().send(new Sent("\uD83D", a.sender(), Optional.empty())))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("Sent.name");
      try (IpcChannel<List<Sent>> many = Ferry.channel(new MessageType<List<Sent>>() {}, options)) {
        Sent one = new Sent("x", a.sender(), Optional.empty());
        assertThatThrownBy(() -> many.sender().send(List.of(one, one))).isInstanceOf(HandleInUseException.class);
      }
      assertThat(a.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
      channel.sender().send(new Sent("x", a.sender(), Optional.empty()));
      channel.receiver().take().close();
    }
  }

  @Test
  void limitsOfTheChannelHoldForViewsBeforeTheyAreSent() throws Exception {
    Wire<Table> view =
        EncodeType.of(Table.class).view(MemorySegment.ofArray(Shapes.bytes(Shapes.TABLE)), EncodeMetadata.CURRENT).orElseThrow();
    for (Limits less : List.of(Limits.DEFAULT.withStringLength(3), Limits.DEFAULT.withMessageBytes(48))) {
      try (IpcChannel<Wire<Table>> channel = Ferry.channel(VIEWS, options.withLimits(less))) {
        assertThatThrownBy(() -> channel.sender().send(view)).isInstanceOf(LimitExceededException.class);
        assertThat(channel.receiver().tryReceive()).isInstanceOf(org.ferryipc.core.Received.Empty.class);
      }
    }
  }

  @Test
  void anEncodedValueIsSentAsItIs() throws Exception {
    try (IpcChannel<Sent> channel = channel(Sent.class);
        IpcChannel<String> a = channel(String.class);
        OpaqueSender sender = channel.sender().share().opaque()) {
      Encoded encoded = Ferry.encode(new Sent("job", a.sender(), Optional.empty())).orElseThrow();
      try (OpaqueMessage message = encoded.message()) {
        sender.send(message);
      }
      encoded.close();
      try (Delivery<Sent> delivery = channel.receiver().take()) {
        delivery.value().reply().send("through");
        assertThat(a.receiver().receive()).isEqualTo("through");
      }
    }
  }

  @Test
  void segmentsOfAnEncodedValueArriveAsOneMessage() throws Exception {
    for (int size : new int[] {0, 1, 4095, 4096, 4097, 5000, 100_000, 212_000, 300_000, 1 << 20}) {
      byte[] content = new byte[size];
      Arrays.fill(content, (byte) size);
      try (IpcChannel<List<Memory>> channel = Ferry.channel(new MessageType<List<Memory>>() {}, options);
          OpaqueSender sender = channel.sender().share().opaque();
          var arena = java.lang.foreign.Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(Math.max(size, 1)).asSlice(0, size).copyFrom(MemorySegment.ofArray(content));
        List<Memory> value = List.of(new Memory(memory), new Memory(MemorySegment.ofArray(content)));
        Encoded encoded = EncodeType.of(new MessageType<List<Memory>>() {}).encode(value).orElseThrow();
        try (OpaqueMessage message = encoded.message()) {
          sender.send(message);
        }
        for (Memory back : channel.receiver().receive()) {
          assertThat(back.bytes().mismatch(memory)).as("%d bytes", size).isEqualTo(-1);
        }
      }
    }
  }

  @Test
  void aBadMessageCostsItselfOnly() throws Exception {
    byte[] honest = new byte[EncodeMetadata.BYTES + 8];
    EncodeMetadata.write(honest, 0);
    byte[] otherVersion = honest.clone();
    otherVersion[2]++;
    byte[] longer = Arrays.copyOf(honest, honest.length + 8);
    try (IpcChannel<Shapes.Point> channel = channel(Shapes.Point.class);
        OpaqueSender raw = channel.sender().share().opaque()) {
      for (byte[] bad : List.of(new byte[0], new byte[7], otherVersion, Arrays.copyOf(honest, 8), longer)) {
        raw.send(OpaqueMessage.of(bad.clone()));
        assertThatThrownBy(() -> channel.receiver().receive())
            .isInstanceOf(SerializationException.class)
            .hasMessageContaining("Point");
        channel.sender().send(new Shapes.Point(1, 2));
        assertThat(channel.receiver().receive()).isEqualTo(new Shapes.Point(1, 2));
      }
    }
  }

  @Test
  void manyThreadsUseOneTypeAtOnce() throws Exception {
    int threads = 4;
    int each = 500;
    try (IpcChannel<Everything> channel = channel(Everything.class);
        ExecutorService pool = Executors.newFixedThreadPool(threads + 1)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        running.add(pool.submit((Callable<Void>) () -> {
          for (int i = 0; i < each; i++) {
            channel.sender().send(Shapes.EVERYTHING);
          }
          return null;
        }));
      }
      byte[] bytes = Shapes.bytes(Shapes.EVERYTHING);
      for (int i = 0; i < threads * each; i++) {
        assertThat(Shapes.bytes(channel.receiver().receive())).isEqualTo(bytes);
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
  }
}
