package org.ferryipc.unix.descriptor;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor number that is never closed under a call.
 *
 * <p><b>Argument.</b> One word holds the number of running uses and a closed bit. A use is counted by compare-and-set only
 * while the bit is clear; the number goes back to the kernel by whoever brings the word to "closed, no use", which happens
 * once: in {@link #close} if no use runs, else in the {@link #release} of the last one. So no call can see the number after
 * the kernel has it back, and it cannot be closed twice.
 */
public final class GuardedNumber {
  private static final int CLOSED = 1 << 31;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(GuardedNumber.class, "word", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int number;
  // Null: by close(2), which needs no object.
  private final @Nullable Closeable closing;
  private volatile int word;

  /** Takes ownership of an open number. */
  public GuardedNumber(int number) {
    this(number, null);
  }

  /** Guards a number that is given back by {@code closing}. */
  GuardedNumber(int number, @Nullable Closeable closing) {
    this.number = number;
    this.closing = closing;
  }

  private void giveBack() throws IOException {
    if (closing != null) {
      closing.close();
      return;
    }
    try {
      Descriptors.close(number);
    } catch (KernelException e) {
      throw new IOException("closing descriptor " + number + " failed: " + e.errnoName(), e);
    }
  }

  /**
   * Begins a use; {@link #release} must follow.
   *
   * @return the number, or -1 if it was closed: then nothing must follow
   */
  public int acquire() {
    int seen;
    do {
      seen = word;
      if (seen < 0) {
        return -1;
      }
    } while (!WORD.weakCompareAndSet(this, seen, seen + 1));
    return number;
  }

  /** Ends a use. */
  public void release() {
    int before = (int) WORD.getAndAdd(this, -1);
    if (before - 1 == CLOSED) {
      try {
        giveBack();
      } catch (IOException e) {
        CloseFailures.report("descriptor " + number, e);
      }
    }
  }

  /**
   * {@return the number, for a caller who owns the resource and knows that nobody can close it now}
   */
  public int number() {
    return number;
  }

  /**
   * Closes the number, at once or after the last running use. Idempotent.
   *
   * @throws IOException if it was closed here and the kernel reports a failure; the number is free all the same
   */
  public void close() throws IOException {
    int before = (int) WORD.getAndBitwiseOr(this, CLOSED);
    if (before == 0) {
      giveBack();
    }
  }

  /**
   * As {@link #close}, but leaves the number to the caller if nobody uses it and {@code close(2)} is what it needs.
   *
   * @return the number, which the caller must close; -1 if it is closed, or will be when the last use ends
   * @throws IOException as {@link #close}
   */
  public int giveUp() throws IOException {
    int before = (int) WORD.getAndBitwiseOr(this, CLOSED);
    if (before != 0) {
      return -1;
    }
    if (closing == null) {
      return number;
    }
    closing.close();
    return -1;
  }

  /** {@return whether {@link #close} was called} */
  public boolean isClosed() {
    return word < 0;
  }
}
