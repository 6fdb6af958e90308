package org.ferryipc.unix.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;

/** Takes all descriptor numbers of the process that are free; for processes of their own, with a low limit. */
public final class Hoard implements AutoCloseable {
  private final Deque<Integer> numbers = new ArrayDeque<>();

  /** Takes what is free now. */
  public void fill() {
    try {
      while (true) {
        numbers.push(EventFd.create());
      }
    } catch (KernelException e) {
      assertThat(e.errno()).isEqualTo(Errno.EMFILE);
    }
  }

  /** Gives back the number that was taken first, the lowest. */
  public void giveLowest() throws KernelException {
    Descriptors.close(numbers.removeLast());
  }

  /** Gives back all. */
  @Override
  public void close() {
    numbers.forEach(Descriptors::discard);
    numbers.clear();
  }
}
