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
 * A descriptor number that is never closed under a call, counted by this process's references to it: there is one at first.
 *
 * <p><b>Argument.</b> One word holds the number of references but one, in its upper half, and of running uses; without a
 * reference it is negative. A use, and a further reference, is counted by compare-and-set only while it is not, so it stays
 * negative for ever. The number goes back to the kernel by whoever brings the word to {@link #OVER}, no reference and no use,
 * which happens once: by who ends the last reference, if no use runs, else by who ends the last use. So no call can see the
 * number after the kernel has it back, and it cannot be closed twice.
 */
public class GuardedNumber {
  private static final long REFERENCE = 1L << 32;
  private static final long OVER = -REFERENCE;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(GuardedNumber.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int number;
  // Null: by close(2), which needs no object.
  private final @Nullable Closeable closing;
  private volatile long word;

  /** Takes ownership of an open number. */
  public GuardedNumber(int number) {
    this(number, null);
  }

  /** Guards a number that is given back by {@code closing}; null for {@code close(2)}. */
  protected GuardedNumber(int number, @Nullable Closeable closing) {
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
  public final int acquire() {
    long seen;
    do {
      seen = word;
      if (seen < 0) {
        return -1;
      }
    } while (!WORD.weakCompareAndSet(this, seen, seen + 1));
    return number;
  }

  /** Ends a use; if that closes the number and fails, the failure is logged and counted. */
  public final void release() {
    try {
      finish();
    } catch (Throwable e) { // a stream's close is other people's code
      CloseFailures.report("descriptor " + number, e);
    }
  }

  /**
   * As {@link #release}.
   *
   * @throws IOException if it was closed here and the kernel reports a failure; the number is free all the same
   */
  public final void finish() throws IOException {
    if ((long) WORD.getAndAdd(this, -1L) - 1 == OVER) {
      giveBack();
    }
  }

  /** Counts one more reference, which {@link #leave} or {@link #giveUp} ends. {@return false if none was left} */
  public final boolean refer() {
    long seen;
    do {
      seen = word;
      if (seen < 0) {
        return false;
      }
    } while (!WORD.weakCompareAndSet(this, seen, seen + REFERENCE));
    return true;
  }

  /** {@return whether there is more than one reference} */
  public final boolean isShared() {
    return word >= REFERENCE;
  }

  /**
   * Ends a reference; the last one for a last use, which begins at the same moment. Then no other begins, and {@link #finish}
   * must follow, which closes the number at once or after other running uses.
   *
   * @return the number if it was the last reference, else -1
   */
  public final int leave() {
    if ((long) WORD.getAndAdd(this, 1 - REFERENCE) < REFERENCE) {
      return number;
    }
    release();
    return -1;
  }

  /**
   * {@return the number, for a caller who owns the resource and knows that nobody can close it now}
   */
  public final int number() {
    return number;
  }

  /**
   * Ends the only reference, and closes the number at once or after the last running use. Idempotent.
   *
   * @throws IOException if it was closed here and the kernel reports a failure; the number is free all the same
   */
  public final void close() throws IOException {
    long seen;
    do {
      seen = word;
      if (seen < 0) {
        return;
      }
      assert seen < REFERENCE : "there are other references";
    } while (!WORD.weakCompareAndSet(this, seen, seen - REFERENCE));
    if (seen == 0) {
      giveBack();
    }
  }

  /**
   * Ends a reference; the number is left to the caller if it was the last, nobody uses it, and {@code close(2)} is what it
   * needs.
   *
   * @return the number, which the caller must close; -1 if others have it, it is closed, or will be when the last use ends
   * @throws IOException if it was closed here and that failed; the number is free all the same
   */
  public final int giveUp() throws IOException {
    if ((long) WORD.getAndAdd(this, -REFERENCE) != 0) {
      return -1;
    }
    if (closing == null) {
      return number;
    }
    closing.close();
    return -1;
  }

  /** {@return whether the last reference has ended} */
  public final boolean isClosed() {
    return word < 0;
  }

  /** {@return whether a use runs} Of a closed number no other begins, so a false stays. */
  public final boolean isInUse() {
    return (int) word != 0;
  }
}
