package org.ferryipc.core.remotememory;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.UnreadableMemoryException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.MemoryRoom;
import org.jspecify.annotations.Nullable;

/**
 * Gets ranges of memory from the other process, through the cache or past it.
 *
 * <p>A question for pages names the bytes that are wanted and how many more may come in front of and behind them. So a
 * neighbour that cannot be read costs nothing: the server leaves it out. An answer may also be shorter than what is wanted; the
 * rest is asked for.
 */
final class Fetching {
  private static final int PAGE_MASK = RemoteMemoryReader.PAGE - 1;
  private static final String READ = "a read";

  private final Asking asking;
  private final PageCache cache;
  private final Locality locality = new Locality();
  private long reads;
  private long hits;
  private long bytesReceived;

  Fetching(Asking asking, PageCache cache) {
    this.asking = asking;
    this.cache = cache;
  }

  /** {@return the deadline of a call that begins now} */
  Deadline deadline() {
    return asking.deadline();
  }

  /**
   * {@return bytes that begin at {@code address} or before, and have {@code count} from there on}
   *
   * @param count at least 1
   * @param more how many bytes behind them are welcome where the cache does not fetch whole pages
   * @param deadline of the call; null if it begins with this
   */
  Page page(long address, int count, int more, @Nullable Deadline deadline) throws IpcException, InterruptedException {
    reads++;
    if (!cache.isOn()) {
      checkTop(address, count);
      return fetch(address, count, 0, most(address, count, more), false, deadline);
    }
    Page known = cache.find(address, count);
    if (known != null) {
      hits++;
      if (known.rounded) {
        locality.hit();
      }
      return known;
    }
    checkTop(address, count);
    Page fetched = fetch(address, count, more, deadline);
    cache.add(fetched);
    return fetched;
  }

  private Page fetch(long address, int count, int more, @Nullable Deadline deadline)
      throws IpcException, InterruptedException {
    if (locality.fetchWhole(cache.touches(address))) {
      int before = (int) (address & PAGE_MASK);
      int after = PAGE_MASK - (int) ((address + count - 1) & PAGE_MASK); // of the last byte: nothing wraps
      return fetch(address, count, before, after, true, deadline);
    }
    return fetch(address, count, 0, most(address, count, more), false, deadline);
  }

  private static void checkTop(long address, int count) throws UnreadableMemoryException {
    long last = address + count - 1;
    if (Long.compareUnsigned(last, address) < 0) {
      throw new UnreadableMemoryException(
          new Request.Read(0, address, count, 0, 0).doing(), "is the last address there is", -1, null);
    }
  }

  // Never over the end of the last byte's page: that may be the top of the address space.
  private static int most(long address, int count, int more) {
    return Math.min(more, PAGE_MASK - (int) ((address + count - 1) & PAGE_MASK));
  }

  private Page fetch(long address, int count, int before, int after, boolean rounded, @Nullable Deadline given)
      throws IpcException, InterruptedException {
    Deadline deadline = given != null ? given : asking.deadline();
    Reply.Data first = ask(new Request.Read(asking.nextId(), address, count, before, after), deadline);
    int wanted = (int) (address - first.address()) + count;
    if (first.count() >= wanted) {
      return new Page(first.address(), first.bytes(), rounded);
    }
    byte[] all = room(wanted);
    int have = first.count();
    System.arraycopy(first.bytes(), 0, all, 0, have);
    while (have < wanted) {
      long next = first.address() + have;
      Reply.Data rest = ask(new Request.Read(asking.nextId(), next, wanted - have, 0, 0), deadline);
      System.arraycopy(rest.bytes(), 0, all, have, rest.count());
      have += rest.count();
    }
    return new Page(first.address(), all, rounded);
  }

  /**
   * {@return memory for what is read}; the cache gives way to it
   *
   * @throws ResourceExhaustedException if the heap has no room for it
   */
  byte[] room(int bytes) throws ResourceExhaustedException {
    try {
      return MemoryRoom.array(bytes, READ);
    } catch (ResourceExhaustedException full) {
      cache.flush();
      return MemoryRoom.array(bytes, READ);
    }
  }

  private Reply.Data ask(Request.Read question, Deadline deadline) throws IpcException, InterruptedException {
    return switch (asking.ask(question, deadline)) {
      case Reply.Data data -> {
        check(question, data);
        bytesReceived += data.count();
        yield data;
      }
      case Reply.Fault fault -> throw fault(question, fault, question.address(), question.size());
      case Reply other -> throw asking.wrong(question, "kind", "an answer of another kind");
    };
  }

  // At least the first of the wanted bytes, and none that was not offered to come along.
  private void check(Request.Read question, Reply.Data data) throws IpcException {
    long inFront = question.address() - data.address();
    long behind = data.count() - inFront - question.size();
    if (inFront < 0 || inFront > question.before() || data.count() <= inFront || behind > question.after()) {
      throw asking.wrong(
          question, "range", data.count() + " bytes at 0x" + Long.toHexString(data.address()) + ", which were not asked for");
    }
  }

  /**
   * {@return the error that says which of {@code count} bytes from {@code address} on cannot be read}
   *
   * @throws IpcException if the answer names none of them
   */
  UnreadableMemoryException fault(Request question, Reply.Fault fault, long address, int count) throws IpcException {
    long offset = fault.address() - address;
    if (offset < 0 || offset >= count) {
      throw asking.wrong(
          question, "range", "0x" + Long.toHexString(fault.address()) + " cannot be read, which was not asked for");
    }
    return new UnreadableMemoryException(
        question.doing(),
        fault.reason().words(fault.segment()),
        fault.address(),
        fault.segment().isEmpty() ? null : fault.segment());
  }

  void flush() {
    cache.flush();
  }

  ReaderStatistics statistics() {
    return new ReaderStatistics(
        reads, hits, asking.questions(), asking.bytesSent(), bytesReceived, cache.pages(), cache.cachedBytes());
  }
}
