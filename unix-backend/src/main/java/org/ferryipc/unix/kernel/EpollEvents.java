package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What one wait on an epoll descriptor reported. Belongs to one waiting thread; allocates nothing after its making.
 */
public final class EpollEvents {

  private static final long MILLISECOND_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final MemorySegment memory;
  private final int capacity;
  private int count;

  /**
   * Makes room.
   *
   * @param capacity the most events of one wait; the rest is reported by the next
   */
  public EpollEvents(int capacity) {
    this.memory = Arena.ofAuto().allocate((long) capacity * Abi.EPOLL_EVENT_BYTES, 8);
    this.capacity = capacity;
  }

  /**
   * Waits for events. A signal does not end the wait.
   *
   * <p>Blocks in the kernel: not for virtual threads.
   *
   * @param epoll descriptor of {@link Epoll#create()}
   * @param nanos rounded up to a millisecond; 0 does not wait; below 0 has no limit
   * @return how many there are, 0 if the time is over
   * @throws KernelException if {@code epoll} is not an open epoll descriptor
   */
  public int await(int epoll, long nanos) throws KernelException {
    return await(epoll, nanos, capacity);
  }

  /** As {@link #await(int, long)}, for no more than {@code most} events, at least 1. */
  public int await(int epoll, long nanos, int most) throws KernelException {
    count = 0;
    long deadline = System.nanoTime() + nanos;
    try (Scratch scratch = Scratch.borrow()) {
      long left = nanos;
      long result;
      do {
        result = SystemCalls.once(
            scratch.errno, Syscall.EPOLL_PWAIT, epoll, memory.address(), Math.min(most, capacity), milliseconds(left), 0, 0);
        left = nanos < 0 ? nanos : Math.max(0, deadline - System.nanoTime());
      } while (result == -Errno.EINTR);
      count = (int) SystemCalls.require(Syscall.EPOLL_PWAIT, result);
      return count;
    }
  }

  /** {@return the events at {@code index}: constants of {@link Epoll}} */
  public int events(int index) {
    return memory.get(JAVA_INT, at(index));
  }

  /** {@return what was handed in when the descriptor of the event at {@code index} was added} */
  public long data(int index) {
    return memory.get(JAVA_LONG_UNALIGNED, at(index) + Abi.EPOLL_EVENT_DATA);
  }

  static void write(MemorySegment event, int events, long data) {
    event.set(JAVA_INT, 0, events);
    event.set(JAVA_LONG_UNALIGNED, Abi.EPOLL_EVENT_DATA, data);
  }

  private long at(int index) {
    return (long) Objects.checkIndex(index, count) * Abi.EPOLL_EVENT_BYTES;
  }

  private static long milliseconds(long nanos) {
    return nanos < 0 ? -1 : Math.min(Math.ceilDiv(nanos, MILLISECOND_NANOS), Integer.MAX_VALUE);
  }
}
