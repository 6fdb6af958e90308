package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.processes.Scarcity;
import org.ferryipc.unix.testing.LoadedClasses;

/** Run as a process of its own with few descriptors: makes each call that needs one with too few. */
final class CallsWithoutANumber {
  private static final int LARGE = 1 << 20;
  private static final int MORE_THAN_A_PACKET_TAKES = 300;
  private static final ChannelOptions LANES = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);

  private CallsWithoutANumber() {}

  record Letter(byte[] body, List<OwnedFd> files) {}

  record Parcel(IpcReceiver<Letter> typed, BytesChannelEnd bytes) {}

  record BytesChannelEnd(org.ferryipc.core.BytesReceiver receiver) {}

  record Memory(SharedMemory memory) {}

  public static void main(String[] arguments) throws Exception {
    LoadedClasses.all();
    switch (arguments[0]) {
      case "messages" -> messages();
      case "descriptors" -> descriptors();
      case "names" -> CallsAtNamesWithoutANumber.run();
      case "children" -> CallsAtNamesWithoutANumber.startChildren();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.out.println("done " + arguments[0]);
  }

  /** A channel, with a letter that was sent or is to be sent. */
  private static final class Post implements AutoCloseable {
    final IpcChannel<Letter> channel;
    final Letter letter;

    Post(ChannelOptions options, int bytes, int files) throws Exception {
      channel = Ferry.channel(MessageType.of(Letter.class), options);
      List<OwnedFd> handles = new ArrayList<>();
      for (int i = 0; i < files; i++) {
        handles.add(UnixDescriptors.adopt(EventFd.create()));
      }
      letter = new Letter(new byte[bytes], handles);
    }

    static Post fresh(int bytes, int files) throws Exception {
      return new Post(ChannelOptions.defaults(), bytes, files);
    }

    static Post sent(int bytes, int files) throws Exception {
      Post post = fresh(bytes, files);
      post.channel.sender().send(post.letter);
      return post;
    }

    void send() throws Exception {
      try {
        channel.sender().send(letter);
      } catch (IpcException e) {
        assertThat(letter.files()).allMatch(file -> file.state() == HandleState.Open.INSTANCE);
        throw e;
      }
      assertThat(letter.files()).allMatch(file -> file.state() instanceof HandleState.Moved);
    }

    void receive() throws Exception {
      try (Delivery<Letter> delivery = channel.receiver().take()) {
        assertThat(delivery.value().body()).hasSameSizeAs(letter.body());
        assertThat(delivery.value().files()).hasSameSizeAs(letter.files());
      }
    }

    @Override
    public void close() throws Exception {
      channel.close();
      for (OwnedFd file : letter.files()) {
        file.close();
      }
    }
  }

  private static void messages() throws Exception {
    assertThat(Scarcity.needs("a channel", () -> Ferry.channel(Letter.class).close())).isEqualTo(2);
    assertThat(Scarcity.needs("a channel of bytes", () -> Ferry.bytes().close())).isEqualTo(2);
    assertThat(Scarcity.needs("a two-way channel", () -> Ferry.duplex(Letter.class, Letter.class).close())).isEqualTo(2);

    assertThat(Scarcity.needs("sending three handles", () -> Post.fresh(10, 3), Post::send)).isZero();
    Scarcity.needs("sending more handles than a packet takes", () -> Post.fresh(10, 40), Post::send);
    Scarcity.needs("a first large message", () -> Post.fresh(LARGE, 2), Post::send);
    Scarcity.needs("a second large message", () -> Post.sent(LARGE, 0), post -> {
      post.receive();
      post.send();
    });
    assertThat(Scarcity.needs("a first message by a lane", () -> new Post(LANES, 10, 0), post -> {
      for (int i = 0; i < 100; i++) {
        post.send();
        post.receive();
      }
    })).isZero();

    assertThat(Scarcity.needs("receiving", () -> Post.sent(10, 0), Post::receive)).isZero();
    // The one that a receiver keeps to spare may be renewed meanwhile.
    assertThat(Scarcity.needs("receiving three handles", () -> Post.sent(10, 3), Post::receive)).isBetween(3, 4);
    assertThat(Scarcity.needs("receiving a large message", () -> Post.sent(LARGE, 0), Post::receive)).isZero();
    Scarcity.needs("receiving a large message with handles", () -> Post.sent(LARGE, 2), Post::receive);
    for (InBackground.Kind thread : InBackground.Kind.values()) {
      assertThat(Scarcity.needs("waiting on a thread that is " + thread, () -> Post.fresh(10, 0), post -> {
        InBackground<Letter> receive = thread.start(post.channel.receiver()::receive).untilItWaits();
        post.send();
        assertThat(receive.result().body()).hasSize(10);
      })).isZero();
    }
    assertThat(Scarcity.needs("a loan", Ferry::bytes, CallsWithoutANumber::lend)).isLessThanOrEqualTo(2);
    Scarcity.needs("moving receivers with what is unread", Unread::new, Unread::move);
    memory();
  }

  private static void lend(BytesChannel channel) throws Exception {
    try (LoanedMessage loan = channel.sender().loan(LARGE)) {
      loan.segment().fill((byte) 7);
      loan.send();
    }
    assertThat(channel.receiver().receive()).hasSize(LARGE).containsOnly(7);
  }

  /** A receiver with a message that found no room, and one with messages in its lane. */
  private static final class Unread implements AutoCloseable {
    final BytesChannel bytes = Ferry.bytes();
    final IpcChannel<Letter> typed = Ferry.channel(MessageType.of(Letter.class), LANES);
    final IpcChannel<Parcel> way = Ferry.channel(Parcel.class);

    Unread() throws Exception {
      bytes.sender().send(MemorySegment.ofArray(new byte[100]));
      try {
        int unused = bytes.receiver().receive(MemorySegment.ofArray(new byte[1]));
      } catch (LimitExceededException tooSmall) {
        // It stays in front of the queue, outside of the socket.
      }
      for (int i = 0; i < 20; i++) {
        typed.sender().send(new Letter(new byte[i], List.of()));
      }
      assertThat(typed.receiver().receive().body()).isEmpty();
    }

    void move() throws Exception {
      way.sender().send(new Parcel(typed.receiver(), new BytesChannelEnd(bytes.receiver())));
      try (Delivery<Parcel> delivery = way.receiver().take()) {
        assertThat(delivery.value().bytes().receiver().receive()).hasSize(100);
        for (int i = 1; i < 20; i++) {
          assertThat(delivery.value().typed().receive().body()).hasSize(i);
        }
      }
    }

    @Override
    public void close() {
      bytes.close();
      typed.close();
      way.close();
    }
  }

  private static void memory() throws Exception {
    assertThat(Scarcity.needs("shared memory", () -> SharedMemory.allocate(LARGE).close())).isEqualTo(1);
    assertThat(Scarcity.needs("memory of nothing", () -> SharedMemory.allocate(0).close())).isZero();
    assertThat(Scarcity.needs("a copy in shared memory", () -> SharedMemory.copyOf(new byte[LARGE]).close())).isEqualTo(1);
    assertThat(Scarcity.needs("using memory", () -> SharedMemory.allocate(LARGE), memory -> {
      memory.segment().fill((byte) 1);
      memory.freeze();
      assertThat(memory.take().byteSize()).isEqualTo(LARGE);
    })).isZero();
    try (IpcChannel<Memory> channel = Ferry.channel(Memory.class)) {
      Scarcity.needs("sending memory", () -> SharedMemory.allocate(10), memory -> channel.sender().send(new Memory(memory)));
      while (channel.receiver().tryTake() instanceof org.ferryipc.core.Received.Message<Delivery<Memory>>(var delivery)) {
        delivery.close();
      }
    }
  }

  private static void descriptors() throws Exception {
    Path file = Files.createTempFile("ferry-scarcity", null);
    try {
      assertThat(Scarcity.needs("opening a file", () -> OwnedFd.open(file).close())).isEqualTo(1);
      assertThat(Scarcity.needs("a duplicate", () -> OwnedFd.open(file), fd -> fd.duplicate().close())).isEqualTo(1);
      assertThat(Scarcity.needs("an input stream", () -> OwnedFd.open(file), fd -> fd.inputStream().close())).isZero();
      assertThat(Scarcity.needs("a channel of a file", () -> OwnedFd.open(file), fd -> fd.seekableChannel().close())).isZero();
      assertThat(Scarcity.needs("a redirect", () -> OwnedFd.open(file), fd -> fd.redirect().close())).isZero();
      assertThat(Scarcity.needs("a mapping", () -> OwnedFd.open(file), fd -> {
        try (Arena arena = Arena.ofConfined()) {
          assertThat(fd.map(MapMode.READ_ONLY, 0, 0, arena).byteSize()).isZero();
          assertThat(fd.size()).isZero();
        }
      })).isZero();
      assertThat(Scarcity.needs("an output stream", () -> OwnedFd.open(file, StandardOpenOption.WRITE), fd -> {
        try (var out = fd.outputStream()) {
          out.write(new byte[0]);
        }
      })).isZero();
      assertThat(Scarcity.needs("a channel of an event counter", () -> UnixDescriptors.adopt(EventFd.create()), fd -> {
        try (var channel = fd.byteChannel()) {
          assertThat(channel.write(java.nio.ByteBuffer.wrap(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}))).isEqualTo(8);
          assertThat(channel.read(java.nio.ByteBuffer.allocate(8))).isEqualTo(8);
        }
      })).isZero();
    } finally {
      Files.delete(file);
    }
  }
}
