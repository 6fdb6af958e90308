package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.CoarseClock;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.ferryipc.unix.kernel.Sockets;
import org.jspecify.annotations.Nullable;

/**
 * Receives so that a message without handles arrives even when the process has no descriptor number left.
 *
 * <p>At the limit the kernel takes a packet off the queue and drops its descriptors, and with them the file in which a large
 * payload lies. So close to the limit a packet is peeked at first, which installs its descriptors and leaves it in the
 * queue; if a payload's file found no number, the spare one, kept for this, is given up and the peek repeated; only then is
 * the packet taken. That costs a second system call, so it is done only under pressure: after the kernel refused a
 * descriptor here, or when a probe, made at most once in {@link #PROBE_NANOS} or a tick, cannot find {@link #MARGIN} numbers free.
 *
 * <p>No thread holds a lock here, and none waits: {@link #SPARE} is a number, or says that there is none, or that a receive
 * has been lent it, which alone may then write it. The file stays open as the new spare, so that the number is never free
 * for anybody else; it is replaced when there are numbers again. Who finds no number gets {@link #NO_NUMBER}, the packet
 * stays where it is, and another try follows.
 */
final class DescriptorPressure {
  /** No number was free for the file of a payload; the packet is still in the queue. */
  static final long NO_NUMBER = Long.MIN_VALUE;

  // docs/decisions.md: a program would have to open MARGIN descriptors within a tick, outside Ferry, to be missed; or within
  // the slice of a receive that sleeps.
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MARGIN = 64;

  private static final int NONE = -1;
  private static final int LENT = -2;
  private static final int IS_FILE = 1 << 30; // beside a number; the kernel gives none so high (fs.nr_open)

  private static final AtomicInteger SPARE = new AtomicInteger(NONE);
  private static volatile @Nullable Thread borrower; // written by who lent the spare, null before it is given back

  private static volatile long nextProbe = CoarseClock.nanoTime();
  private static volatile boolean pressed;
  private static volatile long lastReturn = System.nanoTime(); // of a number, by a receive that was careful

  private DescriptorPressure() {}

  /** Remembers that the kernel refused a descriptor. */
  static void exhausted() {
    pressed = true;
    nextProbe = CoarseClock.nanoTime() + PROBE_NANOS;
  }

  /**
   * As {@link MessageBlock#receive}, or {@link #NO_NUMBER}; {@link #settle} must follow when the message was read or dropped.
   */
  static long receive(int socket, MessageBlock block) {
    return isNear() ? receiveCarefully(socket, block) : block.receive(socket);
  }

  /** As the other, but may sleep, as {@link MessageBlock#receiveAsleep}. */
  static long receiveAsleep(int socket, MessageBlock block) {
    return isNear() ? receiveCarefully(socket, block) : block.receiveAsleep(socket);
  }

  private static boolean isNear() {
    if (CoarseClock.nanoTime() - nextProbe >= 0) {
      probe();
    }
    return pressed;
  }

  private static long receiveCarefully(int socket, MessageBlock block) {
    Sockets.peekFromBeginning(socket);
    long got = block.peek(socket);
    if (missesItsFile(got, block)) {
      if (!giveUpSpare()) {
        return NO_NUMBER;
      }
      got = block.peek(socket);
      if (missesItsFile(got, block)) { // somebody else was given the number
        settle();
        return NO_NUMBER;
      }
    }
    if (got >= 0) {
      // With everything in hand the packet itself is dropped; with something missing it goes with what is missing.
      Sockets.drop(socket);
    }
    return got;
  }

  private static boolean missesItsFile(long got, MessageBlock block) {
    return got >= FrameHeader.BYTES
        && block.controlTruncated()
        && block.received() == 0
        && FrameHeader.isOnlyInFile(block.header());
  }

  /** {@return whether descriptors that are not needed at once should not be kept} A hint. */
  static boolean isPressed() {
    return pressed;
  }

  /** {@return when a careful receive last gave a number back}, as of {@link System#nanoTime} */
  static long lastReturn() {
    return lastReturn;
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
    if (memory && isBorrower()) {
      giveBack(file | IS_FILE);
    } else {
      boolean unused = Descriptors.discard(file);
      if (pressed) {
        lastReturn = System.nanoTime();
      }
    }
  }

  /** Ends what {@link #receive} began, in any case; all that came with the message is closed or owned. */
  static void settle() {
    if (isBorrower()) {
      giveBack(fresh());
    }
  }

  private static boolean isBorrower() {
    return borrower == Thread.currentThread();
  }

  private static boolean giveUpSpare() {
    if (SPARE.get() == NONE) {
      renewSpare(); // a number may be free by now
    }
    int lent = SPARE.get();
    if (lent < 0 || !SPARE.compareAndSet(lent, LENT)) {
      return false;
    }
    borrower = Thread.currentThread();
    KeptDescriptors.add(-1);
    boolean unused = Descriptors.discard(lent & ~IS_FILE);
    return true;
  }

  // In this order: from the write of SPARE on, another thread may borrow.
  private static void giveBack(int spare) {
    borrower = null;
    if (spare != NONE) {
      KeptDescriptors.add(1);
    }
    lastReturn = System.nanoTime();
    SPARE.set(spare);
  }

  private static int fresh() {
    try {
      return EventFd.create();
    } catch (KernelException none) {
      pressed = true;
      return NONE;
    }
  }

  /** Puts a fresh number in place of none, or of a payload's file. */
  private static void renewSpare() {
    int old = SPARE.get();
    if (old == LENT) {
      return;
    }
    int fresh = fresh();
    if (fresh == NONE) {
      return;
    }
    // The number kept could have gone and come again meanwhile; then it is the spare all the same, and replaced.
    if (!SPARE.compareAndSet(old, fresh)) {
      boolean unused = Descriptors.discard(fresh);
    } else if (old == NONE) {
      KeptDescriptors.add(1);
    } else {
      boolean unused = Descriptors.discard(old & ~IS_FILE);
    }
  }

  /** Several threads may do so at once: each writes the answer before the time until which it holds. */
  private static void probe() {
    boolean near = isNearLimit();
    pressed = near;
    nextProbe = CoarseClock.nanoTime() + PROBE_NANOS;
    int spare = SPARE.get();
    if (spare == NONE || (spare >= IS_FILE && !near)) {
      renewSpare();
    }
  }

  // The answer may be a false yes, which costs system calls, but never a false no, which would cost a message.
  private static boolean isNearLimit() {
    try {
      long limit = ProcessCalls.descriptorLimit().soft();
      if (limit < 0 || limit > Integer.MAX_VALUE) {
        return false; // as good as none: fs.nr_open is below
      }
      long open = ProcessCalls.openDescriptors();
      return open > 0 ? limit - open < MARGIN : isNearByNumbers((int) limit);
    } catch (KernelException unknown) {
      return true;
    }
  }

  /**
   * {@return the same where the kernel does not count}: some hundred calls, of which a process that receives now and then would
   * pay as many for each message. The kernel gives out the lowest number, so the highest are free unless the process was once
   * near its limit.
   */
  static boolean isNearByNumbers(int limit) {
    return Descriptors.countFree(Math.max(0, limit - 2 * MARGIN), limit, MARGIN) < MARGIN;
  }
}
