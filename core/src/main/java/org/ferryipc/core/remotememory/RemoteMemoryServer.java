package org.ferryipc.core.remotememory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.PeerText;
import org.jspecify.annotations.Nullable;

/**
 * Lets other processes read memory of this one: the segments that were exported, by their addresses, and nothing else.
 *
 * <p>{@snippet :
 * try (var server = new RemoteMemoryServer()) {
 *   server.export("list", nodes);
 *   server.serve(channel);      // until the reader goes; each channel has a thread of its own
 * }
 * }
 *
 * <p>Readers see the bytes as they are at the moment of each question, without any synchronization with who writes them. A
 * reader that asks what no reader asks, or takes no answers, costs its own channel. Safe for any thread. What it does not do:
 * it does not keep exported memory alive, and readers may not write.
 */
public final class RemoteMemoryServer implements AutoCloseable {
  /** Most segments of one server: a list of all of them is one answer. */
  public static final int SEGMENTS = 1024;

  /** How long a reader may leave an answer untaken for which the channel has no room. */
  public static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private static final CloseReason.Closed WRONG_QUESTION = new CloseReason.Closed(1, "wrong question");
  private static final CloseReason.Closed NOT_TAKEN = new CloseReason.Closed(2, "answers are not taken");

  // A thread that does not exist yet: what it may read, every thread may.
  private static final Thread ANY_THREAD = Thread.ofPlatform().unstarted(() -> {});

  private final Object lock = new Object();
  private volatile Exports exports = Exports.NONE; // changed under lock
  private volatile ReadObserver observer = (address, size) -> {};
  private final Set<Duplex<?, ?>> served = ConcurrentHashMap.newKeySet();
  private final Duration answerLimit;
  private volatile boolean closed; // changed under lock

  /** A server that exports nothing yet. */
  public RemoteMemoryServer() {
    this(ANSWER_LIMIT);
  }

  RemoteMemoryServer(Duration answerLimit) {
    this.answerLimit = answerLimit;
  }

  /**
   * Exports memory outside the heap where it lies, so that addresses stored in it are addresses for readers. It must live
   * until it is withdrawn; if it does not, reads of it fail.
   *
   * @param name at most 255 bytes of UTF-8, without control characters
   * @return where readers find it
   * @throws IllegalArgumentException if it lies on the heap, is empty, belongs to one thread, or overlaps with another
   *     segment; if the name is too long, no text that readers could find, or taken; if there are {@link #SEGMENTS} already
   * @throws IllegalStateException if the server is closed, or the memory's arena is
   */
  public RemoteSegment export(String name, MemorySegment memory) {
    if (!memory.isNative()) {
      throw new IllegalArgumentException("memory on the heap has no address: name one");
    }
    return export(name, memory, memory.address());
  }

  /**
   * Exports memory at an address of the caller's choice: memory on the heap, or one whose content has addresses of its own
   * (offsets in a file, from 0).
   *
   * @return where readers find it
   * @throws IllegalArgumentException as {@link #export(String, MemorySegment)}, but memory may lie on the heap; also if it
   *     goes over the end of the address space
   * @throws IllegalStateException as {@link #export(String, MemorySegment)}
   */
  public RemoteSegment export(String name, MemorySegment memory, long address) {
    return add(name, memory, address, null);
  }

  /**
   * Maps a whole file, read-only, and exports it where it is mapped. It is unmapped when it is withdrawn. Pages that are cut
   * off the file cannot be read any more.
   *
   * @return where readers find it
   * @throws IOException if it cannot be opened or mapped
   * @throws IllegalArgumentException as {@link #export(String, MemorySegment)}
   * @throws IllegalStateException as {@link #export(String, MemorySegment)}
   */
  @SuppressWarnings("MustBeClosedChecker") // the export's own, closed with it
  public RemoteSegment export(String name, Path file) throws IOException {
    Arena arena = Arena.ofShared();
    boolean exported = false;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      RemoteSegment segment = add(name, mapped, mapped.address(), arena);
      exported = true;
      return segment;
    } finally {
      if (!exported) {
        arena.close();
      }
    }
  }

  private RemoteSegment add(String name, MemorySegment memory, long address, @Nullable Arena own) {
    if (name.getBytes(StandardCharsets.UTF_8).length > MemoryCodec.LONGEST_NAME) {
      throw new IllegalArgumentException("the name has more than " + MemoryCodec.LONGEST_NAME + " bytes");
    }
    if (!PeerText.printable(name).equals(name)) {
      throw new IllegalArgumentException("'" + PeerText.printable(name) + "' is not the name that readers would see");
    }
    if (memory.byteSize() == 0) {
      throw new IllegalArgumentException("'" + name + "' is empty");
    }
    if (Long.compareUnsigned(address + memory.byteSize() - 1, address) < 0) {
      throw new IllegalArgumentException("'" + name + "' goes over the end of the address space");
    }
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("the arena of '" + name + "' is closed");
    }
    if (!memory.isAccessibleBy(ANY_THREAD)) {
      throw new IllegalArgumentException("'" + name + "' belongs to one thread: take a shared arena");
    }
    RemoteSegment segment = new RemoteSegment(name, address, memory.byteSize());
    synchronized (lock) {
      refuseIfClosed();
      if (exports.list().size() == SEGMENTS) {
        throw new IllegalArgumentException("there are " + SEGMENTS + " segments already");
      }
      exports = exports.with(new Export(segment, memory.asReadOnly(), own));
    }
    return segment;
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("the server is closed");
    }
  }

  /**
   * Takes a segment back: from now on its bytes cannot be read. A file is unmapped.
   *
   * @return whether there was one of that name
   */
  public boolean withdraw(String name) {
    Export removed;
    synchronized (lock) {
      removed = exports.named(name);
      if (removed == null) {
        return false;
      }
      exports = exports.without(removed);
    }
    removed.close();
    return true;
  }

  /** {@return what is exported now, in the order of the addresses} */
  public List<RemoteSegment> segments() {
    return exports.list().stream().map(Export::segment).toList();
  }

  /** Says who hears of each question for memory, in place of who did before. */
  public void observe(ReadObserver other) {
    observer = other;
  }

  /**
   * Answers the questions that come on a channel, in this thread, until it ends; it is moved here, and closed at the end.
   *
   * @return why it ended, as far as the other side said
   * @throws MalformedMessageException if something came that no reader sends
   * @throws IpcTimeoutException if an answer was not taken within {@link #ANSWER_LIMIT}
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException if the server is closed
   * @throws org.ferryipc.core.failure.HandleStateException if the channel is moved, closed or in use; also when the server
   *     is closed meanwhile
   */
  public CloseReason serve(Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel)
      throws IpcException, InterruptedException {
    return serve(channel, ChannelOptions.defaults());
  }

  /**
   * As {@link #serve(Duplex)}, over a channel with other options; its codec and its limits are the server's business.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public CloseReason serve(Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel, ChannelOptions options)
      throws IpcException, InterruptedException {
    var own = channel.withOptions(Asking.channelOptions(options));
    synchronized (lock) {
      if (!closed) {
        served.add(own);
      }
    }
    CloseReason.Closed goodbye = CloseReason.Closed.ORDERLY;
    try {
      refuseIfClosed();
      return answerAll(own);
    } catch (MalformedMessageException wrong) {
      goodbye = WRONG_QUESTION;
      throw wrong;
    } catch (IpcTimeoutException notTaken) {
      goodbye = NOT_TAKEN;
      throw notTaken;
    } finally {
      served.remove(own);
      own.close(goodbye);
    }
  }

  private CloseReason answerAll(Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel)
      throws IpcException, InterruptedException {
    Answering answering = new Answering(channel.toString());
    while (true) {
      RemoteMemoryMessage message;
      try {
        message = channel.receive();
      } catch (DisconnectedException gone) {
        return gone.reason();
      } catch (SerializationException | LimitExceededException wrong) {
        throw new MalformedMessageException(channel.toString(), "question", String.valueOf(wrong.getMessage()));
      }
      if (!(message instanceof Request question)) {
        throw new MalformedMessageException(channel.toString(), "kind", "an answer in place of a question");
      }
      tell(question);
      Reply answer = answering.answer(question, exports);
      try {
        if (!channel.trySend(answer) && !channel.trySend(answer, answerLimit)) {
          throw new IpcTimeoutException("answering " + channel + ", " + question.doing(), answerLimit);
        }
      } catch (DisconnectedException gone) {
        return gone.reason();
      }
    }
  }

  private void tell(Request question) {
    switch (question) {
      case Request.Read read -> observer.asked(read.address(), read.size());
      case Request.StringLength string -> observer.asked(string.address(), string.most());
      case Request.Segments s -> {}
      case Request.Target t -> {}
    }
  }

  /** Ends all channels that are served, and withdraws everything. Idempotent; does not wait for threads that serve. */
  @Override
  public void close() {
    List<Export> left;
    synchronized (lock) {
      closed = true;
      left = exports.list();
      exports = Exports.NONE;
    }
    new ArrayList<>(served).forEach(Duplex::close);
    left.forEach(Export::close);
  }
}
