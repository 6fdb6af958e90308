package org.ferryipc.core.remotememory;

import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.jspecify.annotations.Nullable;

/**
 * Reads memory that another process exports by a {@link RemoteMemoryServer}.
 *
 * <p>{@snippet :
 * try (var reader = RemoteMemoryReader.over(channel)) {
 *   RemoteSegment list = reader.segment("list");
 *   try (MemoryOperation op = reader.operation()) {
 *     for (long node = op.getAddress(list.address()); node != 0; node = op.getAddress(node)) { ... }
 *   }
 * }
 * }
 *
 * <p>Reads go through a cache of pages of {@value #PAGE} bytes, which lives as long as an {@link #operation}: within one, a
 * value that was read once is read again; the next one sees the memory as it is then. What is asked here, and not in an
 * operation, is never answered by the cache.
 *
 * <p>Every call ends: after {@link RemoteMemoryOptions#requestLimit} with an {@link
 * org.ferryipc.core.failure.IpcTimeoutException}, if the other process is stopped. Such a call is lost, and so is one whose
 * memory cannot be read, or whose thread is interrupted; the operation and the reader go on. Only an end of the channel is
 * final: by the other side ({@link org.ferryipc.core.failure.DisconnectedException}), or by this one because it was answered
 * in a way that no server answers ({@link org.ferryipc.core.failure.MalformedMessageException}).
 *
 * <p>One thread at a time, and one operation at a time. Only {@link #close} may be called by others; it wakes a call that
 * waits. Where two threads ask at once, one of them gets an {@link IllegalStateException}: whoever wants to read with several
 * gives each a reader. What it does not do: it does not stop the
 * other process, so what one operation reads is not of one moment.
 */
public final class RemoteMemoryReader implements AutoCloseable {
  /** How many bytes a page has, whatever the pages of the two systems are. */
  public static final int PAGE = 1 << PageCache.PAGE_BITS;

  private final Asking asking;
  private final Fetching fetching;
  private final RemoteMemoryOptions options;
  private @Nullable RemoteTarget target;
  private @Nullable MemoryOperation running;

  private RemoteMemoryReader(Asking asking, RemoteMemoryOptions options, PageCache cache) {
    this.asking = asking;
    this.options = options;
    this.fetching = new Fetching(asking, cache);
  }

  /**
   * {@return a reader over a channel, which is moved into it}; nothing is asked yet
   *
   * @param channel whose other end a server serves, and that nobody else has sent anything on
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public static RemoteMemoryReader over(Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel) {
    return over(channel, RemoteMemoryOptions.defaults());
  }

  /**
   * As {@link #over(Duplex)}, with other options.
   *
   * @throws org.ferryipc.core.failure.HandleStateException as there
   */
  public static RemoteMemoryReader over(
      Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel, RemoteMemoryOptions options) {
    return over(channel, options, new PageCache(options.cacheBytes()));
  }

  static RemoteMemoryReader over(
      Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel, RemoteMemoryOptions options, PageCache cache) {
    return new RemoteMemoryReader(new Asking(channel, options.channel(), options.requestLimit()), options, cache);
  }

  /**
   * Begins an operation, with an empty cache.
   *
   * @throws IllegalStateException if another one has not ended: somebody forgot to close it
   */
  public MemoryOperation operation() {
    if (running != null) {
      throw new IllegalStateException("another operation of this reader has not ended; close it first");
    }
    MemoryOperation begun = new MemoryOperation(this, fetching);
    running = begun;
    return begun;
  }

  void ended(MemoryOperation operation) {
    if (running == operation) {
      running = null;
      fetching.flush();
    }
  }

  RemoteMemoryOptions options() {
    return options;
  }

  /**
   * {@return all segments, in the order of their addresses}
   *
   * @throws IpcException see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<RemoteSegment> segments() throws IpcException, InterruptedException {
    Request question = new Request.Segments(asking.nextId());
    return switch (asking.ask(question, asking.deadline())) {
      case Reply.Segments answer when areInOrder(answer.segments()) -> answer.segments();
      case Reply.Segments wrong -> throw asking.wrong(question, "segments", "empty ones, or in no order");
      case Reply other -> throw asking.wrong(question, "kind", "an answer of another kind");
    };
  }

  // As a server lists them: who walks through what is in a segment must come to its end.
  private static boolean areInOrder(List<RemoteSegment> segments) {
    Set<String> names = new HashSet<>();
    long last = 0;
    for (RemoteSegment segment : segments) {
      long end = segment.address() + segment.size() - 1;
      boolean behind = names.isEmpty() || Long.compareUnsigned(segment.address(), last) > 0;
      if (!behind
          || segment.size() <= 0
          || Long.compareUnsigned(end, segment.address()) < 0
          || !names.add(segment.name())) {
        return false;
      }
      last = end;
    }
    return true;
  }

  /**
   * {@return the segment of that name}
   *
   * @throws NoSuchElementException if there is none now
   * @throws IpcException see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public RemoteSegment segment(String name) throws IpcException, InterruptedException {
    for (RemoteSegment segment : segments()) {
      if (segment.name().equals(name)) {
        return segment;
      }
    }
    throw new NoSuchElementException("the other process exports no segment '" + name + "'");
  }

  /**
   * {@return what the other process's words look like}; asked once
   *
   * @throws IpcException see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public RemoteTarget target() throws IpcException, InterruptedException {
    RemoteTarget known = target;
    if (known == null) {
      Request question = new Request.Target(asking.nextId());
      known =
          switch (asking.ask(question, asking.deadline())) {
            case Reply.Target answer -> answer.target();
            case Reply other -> throw asking.wrong(question, "kind", "an answer of another kind");
          };
      target = known;
    }
    return known;
  }

  /**
   * {@return how many bytes there are from {@code address} on before the first zero, as the other process counts them now}
   *
   * @param most how many bytes to look at, at most {@link RemoteMemoryOptions#readBytes}
   * @throws LimitExceededException if none of them is zero, or {@code most} is over that limit
   * @throws org.ferryipc.core.failure.UnreadableMemoryException if one of them cannot be read, and none before is zero
   * @throws IllegalArgumentException if {@code most} is not positive
   * @throws IpcException see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public int stringLength(long address, int most) throws IpcException, InterruptedException {
    Request question = new Request.StringLength(asking.nextId(), address, checkString(address, most));
    return switch (asking.ask(question, asking.deadline())) {
      case Reply.StringLength(long id, int bytes) when bytes >= 0 && bytes < most -> bytes;
      case Reply.StringLength(long id, int bytes) when bytes == Reply.StringLength.UNENDED -> throw unended(address, most);
      case Reply.Fault fault -> throw fetching.fault(question, fault, address, most);
      case Reply other -> throw asking.wrong(question, "kind", "no length within " + most);
    };
  }

  /** {@return {@code most}} */
  int checkString(long address, int most) throws LimitExceededException {
    if (most < 1) {
      throw new IllegalArgumentException("most is " + most + ", must be positive");
    }
    if (most > options.readBytes()) {
      throw new LimitExceededException(
          "the string at 0x" + Long.toHexString(address), "readBytes", options.readBytes(), most);
    }
    return most;
  }

  static LimitExceededException unended(long address, int most) {
    return new LimitExceededException(
        "the string at 0x" + Long.toHexString(address), "bytes of the string", most, most + 1L);
  }

  /** {@return what was done so far} */
  public ReaderStatistics statistics() {
    return fetching.statistics();
  }

  /** Closes the channel; a call that waits on another thread fails. An operation that has not ended can read nothing more. */
  @Override
  public void close() {
    asking.close();
  }

  /** {@return the channel and its state} */
  @Override
  public String toString() {
    return "RemoteMemoryReader over " + asking;
  }
}
