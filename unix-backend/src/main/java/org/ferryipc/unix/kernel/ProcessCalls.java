package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Processes, users and limits: pidfd_open(2), getuid(2), getrlimit(2), sched_setaffinity(2). */
public final class ProcessCalls {

  private static final int RLIMIT_NOFILE = 7; // asm-generic/resource.h
  private static final int AT_FDCWD = -100; // linux/fcntl.h; not looked at, because the name below is a whole one
  private static final MemorySegment OWN_DESCRIPTORS = Arena.global().allocateFrom("/proc/self/fd");
  private static final int CPU_MASK_BYTES = 128; // 1,024 CPUs, as cpu_set_t of the C library

  private ProcessCalls() {}

  /**
   * How many descriptors this process may have.
   *
   * @param soft the limit in force
   * @param hard what it may be raised to
   */
  public record DescriptorLimit(long soft, long hard) {}

  /**
   * {@return a descriptor, close-on-exec, that the caller owns and that becomes readable when the process ends}
   *
   * @throws KernelException {@code ESRCH} if there is none, {@code ENOSYS} before Linux 5.3, or at a limit
   */
  public static int pidfd(long pid) throws KernelException {
    return (int) SystemCalls.require(Syscall.PIDFD_OPEN, SystemCalls.call(Syscall.PIDFD_OPEN, pid, 0, 0));
  }

  /** {@return the real user of this process} */
  public static int userId() {
    return (int) SystemCalls.call(Syscall.GETUID, 0, 0, 0);
  }

  /** {@return the user whose rights this process has} */
  public static int effectiveUserId() {
    return (int) SystemCalls.call(Syscall.GETEUID, 0, 0, 0);
  }

  /** {@return the limits of open descriptors} */
  public static DescriptorLimit descriptorLimit() throws KernelException {
    try (Scratch scratch = Scratch.borrow()) { // struct rlimit64 {u64 rlim_cur, u64 rlim_max}, linux/resource.h
      SystemCalls.require(
          Syscall.PRLIMIT64,
          SystemCalls.call(scratch, Syscall.PRLIMIT64, 0, RLIMIT_NOFILE, 0, scratch.address));
      return new DescriptorLimit(scratch.getLong(0), scratch.getLong(8));
    }
  }

  /**
   * {@return how many descriptors this process has open, or 0 if the kernel does not say}
   *
   * <p>It is the size of their directory since Linux 6.2 (proc(5), {@code /proc/pid/fd}), and 0 before; without {@code /proc}
   * nothing says it.
   */
  public static long openDescriptors() {
    try (Scratch scratch = Scratch.borrow()) {
      long result =
          SystemCalls.call(scratch, Syscall.NEWFSTATAT, AT_FDCWD, OWN_DESCRIPTORS.address(), scratch.address, 0);
      return result < 0 ? 0 : FileStatus.read(scratch).size();
    }
  }

  /**
   * Lets the calling thread run on one CPU only; for measurements. A virtual thread's carrier is meant, so do not.
   *
   * @param cpu its number, below 1,024
   * @throws KernelException {@code EINVAL} if there is no such CPU for this process
   */
  public static void pinThread(int cpu) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      scratch.area.asSlice(0, CPU_MASK_BYTES).fill((byte) 0);
      scratch.setLong(cpu / Long.SIZE * Long.BYTES, 1L << cpu);
      SystemCalls.require(
          Syscall.SCHED_SETAFFINITY,
          SystemCalls.call(scratch, Syscall.SCHED_SETAFFINITY, 0, CPU_MASK_BYTES, scratch.address, 0));
    }
  }
}
