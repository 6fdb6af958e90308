package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.ferryipc.unix.socket.PeerLife;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the process at the other end has ended, by its pidfd: its number may be given to another process, a pidfd
 * never is. Any thread may use it; nothing here waits.
 */
final class PeerProcess implements PeerLife {

  /** In the flags of /proc/pid/stat: getting shut down (include/linux/sched.h). */
  private static final long PF_EXITING = 0x4;

  /** Where they stand behind the command's name: proc_pid_stat(5), field 9, when the name is field 2. */
  private static final int FLAGS_BEHIND_NAME = 6;

  private static final int CLOSED = -1;

  private final long pid;
  private int pidfd; // guarded by this

  private PeerProcess(long pid, int pidfd) {
    this.pid = pid;
    this.pidfd = pidfd;
  }

  /**
   * {@return a watch on the process, or null if it is not known, has ended, or the system has none to give}
   *
   * <p>Its caller must know afterwards that the peer still holds its connection: else the number might have been
   * another process's already.
   */
  static @Nullable PeerProcess of(PeerIdentity peer) {
    if (peer.pid().isEmpty()) {
      return null;
    }
    long pid = peer.pid().getAsLong();
    try {
      return new PeerProcess(pid, ProcessCalls.pidfd(pid));
    } catch (KernelException e) {
      return null; // a channel's end is then of unknown reason, and nothing else is different
    }
  }

  /**
   * {@return whether it has ended, or is ending: a process gives up its sockets shortly before its pidfd tells}
   */
  @Override
  public synchronized boolean hasDied() {
    return pidfd != CLOSED && (hasEnded() || isEnding() || hasEnded());
  }

  private boolean hasEnded() {
    try {
      return Poll.await(pidfd, Poll.IN, Poll.NONE, 0) != 0;
    } catch (KernelException e) {
      return false;
    }
  }

  /** True only of the process that is meant: its number is not given away before {@link #hasEnded} is true. */
  private boolean isEnding() {
    return isEnding(Path.of("/proc", Long.toString(pid)));
  }

  /** {@return whether every thread of a process is on its way out}; a first thread may end and leave the others at work */
  static boolean isEnding(Path process) {
    boolean any = false;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path thread : threads) {
        any = true;
        if (!isEndingThread(thread)) {
          return false;
        }
      }
    } catch (IOException | RuntimeException e) {
      return false; // hidden, or gone, which the next look at the pidfd tells
    }
    return any;
  }

  private static boolean isEndingThread(Path thread) throws IOException {
    String stat;
    try {
      stat = Files.readAllLines(thread.resolve("stat")).getFirst();
    } catch (NoSuchFileException gone) {
      return true; // since the directory was read
    }
    String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(behindName[FLAGS_BEHIND_NAME]) & PF_EXITING) != 0;
  }

  @Override
  public synchronized void close() {
    if (pidfd != CLOSED) {
      Descriptors.discard(pidfd);
      pidfd = CLOSED;
    }
  }
}
