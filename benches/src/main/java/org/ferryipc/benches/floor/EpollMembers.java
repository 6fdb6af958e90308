package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.unix.kernel.Sockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What do the bare calls cost that watch sockets whose peers have said goodbye and closed, by epoll and with an eventfd
 * for wake-ups, and close them again?
 */
@State(Scope.Thread)
public class EpollMembers {
  private static final int TYPE = Sockets.SOCK_SEQPACKET | 0x8_0000; // SOCK_CLOEXEC
  private static final int EVENTFD_FLAGS = 0x8_0000 | 0x800; // EFD_CLOEXEC, EFD_NONBLOCK

  /** How many sockets. */
  @Param("1")
  public int count = 1;

  private final EpollList list = new EpollList();
  private final MemorySegment pair = Arena.global().allocate(2L * Integer.BYTES, 4);
  private int[] in = {};
  private int bell;
  private long length;

  @SuppressWarnings("NullAway.Init") // by open
  private Packet goodbye;

  /** Makes the packet that each peer sends before it closes. */
  @Setup
  public void open() throws IOException {
    goodbye = FerryPacket.goodbye();
    length = goodbye.length();
    in = new int[count];
  }

  /** Makes everything and closes it, the packets unread. */
  @Benchmark
  public int createAndDestroy() {
    create();
    destroy();
    for (int i = 0; i < count; i++) {
      int unused = RawCalls.close(in[i]);
    }
    return count;
  }

  /** Makes everything, and closes each socket when it has been read to its end. */
  @Benchmark
  public int addAndRemove() {
    create();
    int left = count;
    while (left > 0) {
      int ready = list.await();
      for (int i = 0; i < ready; i++) {
        readToTheEnd(list.ready(i));
      }
      left -= ready;
    }
    destroy();
    return count;
  }

  // The end itself is read, too: a goodbye is one sender's word, and there may be others.
  private void readToTheEnd(int fd) {
    check(RawCalls.recvmsg(fd, goodbye.head, RawCalls.MSG_CMSG_CLOEXEC), length);
    check(RawCalls.recvmsg(fd, goodbye.head, RawCalls.MSG_CMSG_CLOEXEC), 0);
    int unused = RawCalls.close(fd); // nobody else has it, so epoll forgets it
  }

  private void create() {
    list.open();
    if (count > 0) { // an empty set of Ferry's has no eventfd
      bell = RawCalls.eventfd(0, EVENTFD_FLAGS);
      list.add(bell);
    }
    for (int i = 0; i < count; i++) {
      check(RawCalls.socketpair(Sockets.AF_UNIX, TYPE, 0, pair), 0);
      int out = pair.get(JAVA_INT, 0);
      in[i] = pair.get(JAVA_INT, Integer.BYTES);
      check(RawCalls.sendmsg(out, goodbye.head, RawCalls.MSG_NOSIGNAL), length);
      int unused = RawCalls.close(out);
      list.add(in[i]);
    }
  }

  private void destroy() {
    list.close();
    if (count > 0) {
      int unused = RawCalls.close(bell);
    }
  }

  private static void check(long result, long expected) {
    if (result != expected) {
      throw new IllegalStateException(result + " instead of " + expected);
    }
  }
}
