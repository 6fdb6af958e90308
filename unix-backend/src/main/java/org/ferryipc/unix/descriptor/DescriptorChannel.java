package org.ferryipc.unix.descriptor;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.waiting.Readiness;

/**
 * Reads and writes a socket or pipe as {@link java.nio.channels.SocketChannel} in blocking mode would.
 *
 * <p>The open file may be in blocking mode, and that mode belongs to all its holders, so it is never changed here: each call
 * asks the kernel not to wait, and the waiting is ours, so that a close or an interrupt can end it. Where the kernel cannot
 * be asked (terminals; pipes and sockets before Linux 6.4) a look precedes the call, and a call whose data another process
 * takes in between waits in the kernel.
 *
 * <p>Reads are serialized by one lock, writes by another. Memory is borrowed for a call and not for a wait.
 */
final class DescriptorChannel implements ByteChannel {
  // pipe(7): a write of so many bytes is not mixed with others, and a pipe that is writable has room for it.
  private static final int PIPE_BUF = 4096;

  private final Readiness guarded;
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private volatile boolean open = true;

  DescriptorChannel(int number, Closeable closing) {
    this.guarded = new Readiness(number, closing);
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    reading.lock();
    try {
      long got = transfer(Poll.IN, number -> readOnce(number, into));
      return got == 0 ? -1 : (int) got;
    } finally {
      reading.unlock();
    }
  }

  private static long readOnce(int number, ByteBuffer into) throws IOException {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment piece = buffer.memory().asSlice(0, Math.min(into.remaining(), PacketBuffer.BYTES));
      long got = FileCalls.readNow(number, piece);
      if (got == -Errno.EOPNOTSUPP) {
        got = isReady(number, Poll.IN) ? FileCalls.read(number, piece) : -Errno.EAGAIN;
      }
      if (got > 0) {
        into.put(piece.asSlice(0, got).asByteBuffer());
      }
      return got;
    }
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int total = 0;
    writing.lock();
    try {
      while (from.hasRemaining()) {
        total += (int) transfer(Poll.OUT, number -> writeOnce(number, from));
      }
      return total;
    } finally {
      writing.unlock();
    }
  }

  private static long writeOnce(int number, ByteBuffer from) throws IOException {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      int now = Math.min(from.remaining(), PIPE_BUF);
      MemorySegment piece = buffer.memory().asSlice(0, now);
      piece.asByteBuffer().put(from.duplicate().limit(from.position() + now));
      long put = FileCalls.writeNow(number, piece);
      if (put == -Errno.EOPNOTSUPP) {
        put = isReady(number, Poll.OUT) ? FileCalls.write(number, piece) : -Errno.EAGAIN;
      }
      if (put > 0) {
        from.position(from.position() + (int) put);
      }
      return put;
    }
  }

  /** One call that does not wait. */
  @FunctionalInterface
  private interface Call {
    /** {@return what the system call returned; EAGAIN to wait} */
    long on(int number) throws IOException;
  }

  private long transfer(int events, Call call) throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
    if (Thread.currentThread().isInterrupted()) {
      close();
      throw new ClosedByInterruptException();
    }
    while (true) {
      int number = open ? guarded.acquire() : -1;
      if (number < 0) {
        throw new AsynchronousCloseException();
      }
      long result;
      try {
        result = call.on(number);
      } finally {
        guarded.release();
      }
      if (result >= 0) {
        return result;
      }
      if (result == -Errno.EBADF) { // of an open number: the wrong end of a pipe
        throw events == Poll.IN ? new NonReadableChannelException() : new NonWritableChannelException();
      }
      if (result != -Errno.EAGAIN) {
        throw new IOException(Errno.name((int) -result));
      }
      await(events);
    }
  }

  private void await(int events) throws IOException {
    try {
      guarded.await(events, Deadline.NEVER, Long.MAX_VALUE, () -> !open);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new ClosedByInterruptException();
    }
  }

  private static boolean isReady(int number, int events) throws IOException {
    try {
      return Poll.events(Poll.await(number, events, Poll.NONE, 0)) != 0;
    } catch (KernelException e) {
      throw KernelFailures.typed("waiting", e);
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (!open) {
        return;
      }
      open = false;
    }
    guarded.wakeAll();
    guarded.close();
  }
}
