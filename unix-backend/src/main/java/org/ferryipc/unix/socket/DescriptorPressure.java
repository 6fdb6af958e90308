package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.jspecify.annotations.Nullable;

/**
 * Receives so that a message without handles arrives even when the process has no descriptor number left.
 *
 * <p>At the limit the kernel takes a packet off the queue and drops its descriptors, and with them the file in which a large
 * payload lies. So close to the limit a packet is peeked at first, which installs its descriptors and leaves it in the
 * queue; if they found no number, the spare one, kept for this, is given up and the peek repeated; only then is the packet
 * taken. That costs a second system call, so it is done only under pressure: after the kernel refused a descriptor here, or
 * when a probe, made at most once in {@link #PROBE_NANOS}, finds fewer than {@link #MARGIN} numbers free.
 */
final class DescriptorPressure {
  // docs/decisions.md: a program would have to open MARGIN descriptors within PROBE_NANOS, outside Ferry, to be missed.
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MARGIN = 64;
  private static final int NONE = -1;

  private static volatile long nextProbe = System.nanoTime();
  private static volatile boolean pressed;
  private static int spare = NONE; // guarded by the class

  private DescriptorPressure() {}

  /** Remembers that the kernel refused a descriptor. */
  static void exhausted() {
    pressed = true;
    nextProbe = System.nanoTime() + PROBE_NANOS;
  }

  /** As {@link MessageBlock#receive}. */
  static long receive(int socket, MessageBlock block) {
    if (System.nanoTime() - nextProbe >= 0) {
      probe();
    }
    return pressed ? receiveCarefully(socket, block) : block.receive(socket);
  }

  private static long receiveCarefully(int socket, MessageBlock block) {
    long got = block.peek(socket);
    if (got > 0 && block.controlTruncated() && giveUpSpare()) {
      got = block.peek(socket);
    }
    // With everything in hand the packet itself is dropped; with something missing it goes with what is missing.
    return got >= 0 ? block.consume(socket, got) : got;
  }

  private static synchronized boolean giveUpSpare() {
    if (spare == NONE) {
      return false;
    }
    boolean unused = Descriptors.discard(spare);
    KeptDescriptors.add(-1);
    spare = NONE;
    return true;
  }

  private static synchronized void probe() {
    long limit = Limit.SOFT;
    nextProbe = System.nanoTime() + PROBE_NANOS;
    int lowestFree = NONE;
    try {
      lowestFree = EventFd.create();
      if (spare == NONE) {
        spare = lowestFree;
        KeptDescriptors.add(1);
        pressed = limit - lowestFree <= MARGIN;
        return;
      }
      pressed = limit - lowestFree <= MARGIN;
    } catch (KernelException none) {
      pressed = true;
      return;
    }
    boolean unused = Descriptors.discard(lowestFree);
  }

  private static final class Limit {
    static final long SOFT = soft();

    private static long soft() {
      long limit = org.ferryipc.unix.descriptor.KernelFailures.descriptorLimit();
      return limit < 0 ? Long.MAX_VALUE : limit;
    }
  }
}
