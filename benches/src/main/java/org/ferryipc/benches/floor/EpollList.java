package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An epoll descriptor, level triggered, and the memory for its events, which is used again when it is opened again.
 * What comes back with an event is the watched number itself.
 */
final class EpollList {
  // linux/eventpoll.h
  private static final int EPOLL_CLOEXEC = 0x8_0000;
  private static final int EPOLL_CTL_ADD = 1;
  private static final int EPOLLIN = 1;

  // struct epoll_event: events u32, data u64; packed on x86-64 only
  private static final boolean PACKED = System.getProperty("os.arch").equals("amd64");
  private static final int DATA = PACKED ? 4 : 8;
  private static final int EVENT_BYTES = DATA + Long.BYTES;

  private static final int MOST_EVENTS = 256; // as many as Ferry's own
  private static final int FOR_EVER = -1;

  private final MemorySegment added = Arena.global().allocate(EVENT_BYTES, 8);
  private final MemorySegment events = Arena.global().allocate((long) MOST_EVENTS * EVENT_BYTES, 8);
  private int epoll = -1;

  EpollList() {
    added.set(JAVA_INT, 0, EPOLLIN);
  }

  void open() {
    epoll = RawCalls.epollCreate(EPOLL_CLOEXEC);
    if (epoll < 0) {
      throw new IllegalStateException("no epoll descriptor");
    }
  }

  void add(int fd) {
    added.set(JAVA_LONG_UNALIGNED, DATA, fd);
    if (RawCalls.epollControl(epoll, EPOLL_CTL_ADD, fd, added) != 0) {
      throw new IllegalStateException(fd + " cannot be watched");
    }
  }

  /** {@return how many of the watched numbers have something}, at least one */
  int await() {
    int count = RawCalls.epollWait(epoll, events, MOST_EVENTS, FOR_EVER);
    if (count <= 0) {
      throw new IllegalStateException("the wait ended with " + count);
    }
    return count;
  }

  /** {@return the number that the last wait found at {@code index}} */
  int ready(int index) {
    return (int) events.get(JAVA_LONG_UNALIGNED, (long) index * EVENT_BYTES + DATA);
  }

  void close() {
    int unused = RawCalls.close(epoll);
  }
}
