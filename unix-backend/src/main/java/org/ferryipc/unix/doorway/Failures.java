package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.Channel;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;

/** Turns what fails below into Ferry's own errors. */
final class Failures {

  private Failures() {}

  /**
   * {@return the error for a failed call of a library}, which keeps the kernel's words but not its number: whether
   * descriptors or memory have run out is found out by asking for some.
   */
  static IpcException of(String doing, IOException e) {
    if (e instanceof IpcException ours) {
      return ours;
    }
    try {
      Descriptors.discard(EventFd.create());
    } catch (KernelException probe) {
      return KernelFailures.typed(doing, probe);
    }
    return new TransportException(doing + ": " + e.getMessage(), e);
  }

  /**
   * As {@link #of}, for calls that another process can make fail.
   *
   * @param refusal what to say if this process lacks nothing
   */
  static IpcException refusedOr(String doing, IOException e, String refusal) {
    IpcException failure = of(doing, e);
    return failure instanceof ResourceExhaustedException
        ? failure
        : new RefusedException(refusal + ": " + e.getMessage(), e);
  }

  /** Closes what nobody waits for; a failure is logged. */
  static void closeQuietly(Channel channel) {
    try {
      channel.close();
    } catch (IOException | RuntimeException e) {
      FerryLog.log(Level.WARNING, "closing " + channel + " failed", e);
    }
  }
}
