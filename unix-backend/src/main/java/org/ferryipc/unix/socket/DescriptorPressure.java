package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.ferryipc.unix.kernel.Sockets;

/**
 * Receives so that a message without handles arrives even when the process has no descriptor number left.
 *
 * <p>At the limit the kernel takes a packet off the queue and drops its descriptors, and with them the file in which a large
 * payload lies. So close to the limit a packet is peeked at first, which installs its descriptors and leaves it in the
 * queue; if a payload's file found no number, the spare one, kept for this, is given up and the peek repeated; only then is
 * the packet taken. That costs a second system call, so it is done only under pressure: after the kernel refused a
 * descriptor here, or when a probe, made at most once in {@link #PROBE_NANOS}, cannot find {@link #MARGIN} numbers free.
 *
 * <p>Under pressure receives take turns: one has {@link #SPARE} from before its peek until {@link #settle}. So no other receive
 * can be given the number of the spare, or have the last free one, while a payload is fetched. With the spare lent, the
 * payload's file stays open as the new spare, so that the number is never free for anybody else; it is replaced when there
 * are numbers again.
 */
final class DescriptorPressure {
  // docs/decisions.md: a program would have to open MARGIN descriptors within PROBE_NANOS, outside Ferry, to be missed.
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MARGIN = 64;

  // Between giving up the spare and the peek a thread that is not in Ferry may be given the number; most give it back soon.
  // Only with no number left at all does a receive wait for that.
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final int NONE = -1;

  private static final ReentrantLock SPARE = new ReentrantLock();
  private static int spare = NONE; // guarded by SPARE
  private static boolean spareIsFile; // guarded by SPARE

  private static volatile long nextProbe = System.nanoTime();
  private static volatile boolean pressed;

  private DescriptorPressure() {}

  /** Remembers that the kernel refused a descriptor. */
  static void exhausted() {
    pressed = true;
    nextProbe = System.nanoTime() + PROBE_NANOS;
  }

  /** As {@link MessageBlock#receive}; {@link #settle} must follow when the message was read or dropped. */
  static long receive(int socket, MessageBlock block) {
    boolean known = System.nanoTime() - nextProbe < 0 || probe();
    return known && !pressed ? block.receive(socket) : receiveCarefully(socket, block);
  }

  private static long receiveCarefully(int socket, MessageBlock block) {
    if (!SPARE.isHeldByCurrentThread()) { // held already when a packet before this one was passed over
      SPARE.lock();
    }
    long got = block.peek(socket);
    if (got >= FrameHeader.BYTES && block.controlTruncated() && FrameHeader.isOnlyInFile(block.header())) {
      giveUpSpare();
      got = peekPatiently(socket, block);
    }
    if (got < 0) {
      settle();
      return got;
    }
    // With everything in hand the packet itself is dropped; with something missing it goes with what is missing.
    Sockets.drop(socket);
    return got;
  }

  private static long peekPatiently(int socket, MessageBlock block) {
    long begin = System.nanoTime();
    while (true) {
      long got = block.peek(socket);
      if (got < 0 || !block.controlTruncated() || System.nanoTime() - begin > PATIENCE_NANOS) {
        return got;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** {@return the payload's file of a received message}, the caller's until {@link #release} */
  static int takeFile(MessageBlock block) {
    return block.take(block.received() - 1);
  }

  /**
   * Ends the use of a payload's file: closes it, or keeps it as the spare if it was received by means of that.
   *
   * @param memory whether it is known to be plain memory: nothing else of a peer is kept
   */
  static void release(int file, boolean memory) {
    if (memory && SPARE.isHeldByCurrentThread() && spare == NONE) {
      spare = file;
      spareIsFile = true;
      KeptDescriptors.add(1);
    } else {
      boolean unused = Descriptors.discard(file);
    }
  }

  /** Ends what {@link #receive} began, in any case; all that came with the message is closed or owned. */
  static void settle() {
    if (SPARE.isHeldByCurrentThread()) {
      try {
        if (spare == NONE) {
          renewSpare();
        }
      } finally {
        SPARE.unlock();
      }
    }
  }

  private static void giveUpSpare() {
    if (spare != NONE) {
      boolean unused = Descriptors.discard(spare);
      KeptDescriptors.add(-1);
      spare = NONE;
    }
  }

  private static void renewSpare() {
    try {
      int fresh = EventFd.create();
      giveUpSpare();
      spare = fresh;
      spareIsFile = false;
      KeptDescriptors.add(1);
    } catch (KernelException none) {
      pressed = true;
    }
  }

  /**
   * {@return whether {@link #pressed} is as the limit is now}; if not, another thread is finding out, or has the spare.
   *
   * <p>The answer is written before the time until which it holds: who sees the time sees the answer.
   */
  private static boolean probe() {
    if (!SPARE.tryLock()) {
      return false;
    }
    try {
      pressed = isNearLimit();
      nextProbe = System.nanoTime() + PROBE_NANOS;
      if (spare == NONE || (spareIsFile && !pressed)) {
        renewSpare();
      }
      return true;
    } finally {
      SPARE.unlock();
    }
  }

  // The kernel gives out the lowest number, so the highest are free unless the process was once near its limit. Then the
  // answer may be a false yes, which costs system calls, but never a false no, which would cost a message.
  private static boolean isNearLimit() {
    try {
      long limit = ProcessCalls.descriptorLimit().soft();
      if (limit < 0 || limit > Integer.MAX_VALUE) {
        return false; // as good as none: fs.nr_open is below
      }
      int from = (int) Math.max(0, limit - 2 * MARGIN);
      return Descriptors.countFree(from, (int) limit, MARGIN) < MARGIN;
    } catch (KernelException unknown) {
      return true;
    }
  }
}
