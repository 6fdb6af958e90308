package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * The time of the kernel's last tick (1 to 10 ms, CONFIG_HZ): clock_gettime(2), {@code CLOCK_MONOTONIC_COARSE}. It is read
 * from memory that the kernel keeps up to date, without a system call and without the processor's counter, for a third of what
 * {@link System#nanoTime} costs: for those who look at the clock with every packet.
 */
public final class CoarseClock {
  private static final int CLOCK_MONOTONIC_COARSE = 6; // linux/time.h

  // struct timespec: seconds and nanoseconds, 64 bits each on both machines
  private static final int NANOS = 8;

  // Critical, for it waits for nobody, and a change of the thread's state would cost as much as the call.
  private static final MethodHandle CLOCK_GETTIME =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS),
              Linker.Option.critical(false));

  private CoarseClock() {}

  /** {@return nanoseconds since an arbitrary moment}; to be compared by difference, and only with each other */
  public static long nanoTime() {
    try (Scratch scratch = Scratch.borrow()) {
      int result = (int) CLOCK_GETTIME.invokeExact(CLOCK_MONOTONIC_COARSE, scratch.area);
      if (result != 0) {
        throw new AssertionError("the kernel has had this clock since 2.6.32");
      }
      return TimeUnit.SECONDS.toNanos(scratch.getLong(0)) + scratch.getLong(NANOS);
    } catch (Throwable failure) {
      throw SystemCalls.unchecked(failure);
    }
  }
}
