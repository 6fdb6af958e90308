package org.ferryipc.unix.descriptor;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.jspecify.annotations.Nullable;

/** Turns a failed system call into an exception of Ferry's tree. */
public final class KernelFailures {
  private KernelFailures() {}

  /**
   * {@return the exception for {@code failure}}
   *
   * @param doing what was being done, for the text
   */
  public static IpcException typed(String doing, KernelException failure) {
    return typed(doing + ": " + failure.call(), failure.errno(), failure);
  }

  /**
   * {@return the exception for a negative result}
   *
   * @param doing what was being done, with the system call's name
   * @param errno a positive error number
   */
  public static IpcException typed(String doing, int errno) {
    return typed(doing, errno, null);
  }

  private static IpcException typed(String doing, int errno, @Nullable KernelException cause) {
    String name = Errno.name(errno);
    return switch (errno) {
      case Errno.EMFILE, Errno.ETOOMANYREFS -> new ResourceExhaustedException(doing, name, descriptorLimit());
      case Errno.ENFILE, Errno.ENOBUFS, Errno.ENOMEM, Errno.ENOSPC, Errno.EFBIG ->
          new ResourceExhaustedException(doing, name, -1);
      default -> new TransportException(doing + ": " + name, cause);
    };
  }

  /** {@return the descriptor limit in force, or -1 if the kernel does not say} */
  public static long descriptorLimit() {
    try {
      return ProcessCalls.descriptorLimit().soft();
    } catch (KernelException unknown) {
      return -1;
    }
  }
}
