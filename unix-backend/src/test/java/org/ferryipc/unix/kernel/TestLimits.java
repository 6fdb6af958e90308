package org.ferryipc.unix.kernel;

import java.util.function.LongSupplier;

/** Changes limits of this process. */
public final class TestLimits {

  // asm-generic/resource.h
  private static final int RLIMIT_NPROC = 6;
  private static final int RLIMIT_NOFILE = 7;

  /** No descriptor with this number or a higher one is given out: only the standard streams are below. */
  private static final long NO_MORE = 3;

  private TestLimits() {}

  /** Runs a call that opens no file of its own and has run before, so that no class is loaded in it. */
  static long withoutFreeDescriptors(LongSupplier call) throws KernelException {
    ProcessCalls.DescriptorLimit limit = ProcessCalls.descriptorLimit();
    setSoft(NO_MORE, limit.hard());
    try {
      return call.getAsLong();
    } finally {
      setSoft(limit.soft(), limit.hard());
    }
  }

  /** Lets this process, which must not be root's, start no thread any more. */
  public static void noFurtherThreads() throws KernelException {
    set(RLIMIT_NPROC, 1, 1);
  }

  private static void setSoft(long soft, long hard) throws KernelException {
    set(RLIMIT_NOFILE, soft, hard);
  }

  private static void set(int limit, long soft, long hard) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      scratch.setLong(0, soft);
      scratch.setLong(8, hard);
      SystemCalls.require(
          Syscall.PRLIMIT64,
          SystemCalls.call(scratch, Syscall.PRLIMIT64, 0, limit, scratch.address, 0));
    }
  }
}
