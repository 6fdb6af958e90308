package org.ferryipc.unix.descriptor;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.waiting.Readiness;

/**
 * Reads and writes a socket or pipe as {@link java.nio.channels.SocketChannel} in blocking mode would.
 *
 * <p>The open file may be in blocking mode, and that mode belongs to all its holders, so it is never changed here: each
 * read and write is preceded by a wait that a close or an interrupt can end. A write is cut to what a pipe takes at once
 * (PIPE_BUF, pipe(7)), so that the call after the wait does not block.
 *
 * <p>Reads are serialized by one lock, writes by another.
 */
final class DescriptorChannel implements ByteChannel {
  // pipe(7): a pipe that is writable has room for so many bytes.
  private static final int PIPE_BUF = 4096;

  private final GuardedNumber guarded;
  private final Readiness readiness;
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private volatile boolean open = true;

  DescriptorChannel(int number, Closeable closing) {
    this.guarded = new GuardedNumber(number, closing);
    this.readiness = new Readiness(guarded);
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    reading.lock();
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment piece = buffer.memory().asSlice(0, Math.min(into.remaining(), PacketBuffer.BYTES));
      long got = transfer(Poll.IN, number -> FileCalls.read(number, piece));
      if (got == 0) {
        return -1;
      }
      into.put(piece.asSlice(0, got).asByteBuffer());
      return (int) got;
    } finally {
      reading.unlock();
    }
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int total = 0;
    writing.lock();
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      while (from.hasRemaining()) {
        int now = Math.min(from.remaining(), PIPE_BUF);
        MemorySegment piece = buffer.memory().asSlice(0, now);
        piece.asByteBuffer().put(from.duplicate().limit(from.position() + now));
        long put = transfer(Poll.OUT, number -> FileCalls.write(number, piece));
        from.position(from.position() + (int) put);
        total += (int) put;
      }
      return total;
    } finally {
      writing.unlock();
    }
  }

  @FunctionalInterface
  private interface Call {
    long on(int number);
  }

  private long transfer(int events, Call call) throws IOException {
    while (true) {
      if (!open) {
        throw new ClosedChannelException();
      }
      try {
        readiness.await(events, Deadline.NEVER, Long.MAX_VALUE, () -> !open);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        close();
        throw new ClosedByInterruptException();
      }
      int number = open ? guarded.acquire() : -1;
      if (number < 0) {
        throw new AsynchronousCloseException();
      }
      long result;
      try {
        if (Poll.events(poll(number, events)) == 0) {
          continue; // woken for no reason: the call would block
        }
        result = call.on(number);
      } finally {
        guarded.release();
      }
      if (result >= 0) {
        return result;
      }
      if (result != -Errno.EAGAIN) {
        throw new IOException(Errno.name((int) -result));
      }
    }
  }

  private static int poll(int number, int events) throws IOException {
    try {
      return Poll.await(number, events, Poll.NONE, 0);
    } catch (org.ferryipc.unix.kernel.KernelException e) {
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
    readiness.wakeAll();
    guarded.close();
  }
}
