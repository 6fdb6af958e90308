package org.ferryipc.unix.descriptor;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.PacketBuffer;

/**
 * A file channel with a position of its own, over pread and pwrite: the position of the open file, which other holders
 * share, is neither used nor moved. Safe for any thread; one call runs at a time.
 *
 * <p>As with {@link java.nio.channels.FileChannel}, reading a file opened for writing only, or the reverse, throws an
 * unchecked exception, and each write to a file opened for appending moves the position to the end first.
 */
final class PositionedChannel implements SeekableByteChannel {
  private final int number;
  private final Closeable closing;
  private final boolean readable;
  private final boolean writable;
  private final boolean append;
  private long position; // guarded by this
  private boolean open = true; // guarded by this

  PositionedChannel(int number, Closeable closing) throws KernelException {
    this.number = number;
    this.closing = closing;
    int flags = Descriptors.statusFlags(number);
    int access = flags & FileCalls.O_ACCMODE;
    readable = access != FileCalls.O_WRONLY;
    writable = access != FileCalls.O_RDONLY;
    append = (flags & FileCalls.O_APPEND) != 0;
  }

  @Override
  public synchronized int read(ByteBuffer into) throws IOException {
    requireOpen();
    if (!readable) {
      throw new NonReadableChannelException();
    }
    if (!into.hasRemaining()) {
      return 0;
    }
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment piece = buffer.memory().asSlice(0, Math.min(into.remaining(), PacketBuffer.BYTES));
      long got = require(FileCalls.pread(number, piece, position));
      if (got == 0) {
        return -1;
      }
      into.put(piece.asSlice(0, got).asByteBuffer());
      position += got;
      return (int) got;
    }
  }

  @Override
  public synchronized int write(ByteBuffer from) throws IOException {
    requireWritable();
    int total = 0;
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      while (from.hasRemaining()) {
        int now = Math.min(from.remaining(), PacketBuffer.BYTES);
        MemorySegment piece = buffer.memory().asSlice(0, now);
        piece.asByteBuffer().put(from.duplicate().limit(from.position() + now));
        long put = require(FileCalls.pwrite(number, piece, position));
        from.position(from.position() + (int) put);
        position = append ? size() : position + put; // pwrite(2), BUGS: O_APPEND makes it ignore the offset
        total += (int) put;
      }
    }
    return total;
  }

  @Override
  public synchronized long position() throws IOException {
    requireOpen();
    return position;
  }

  @Override
  public synchronized SeekableByteChannel position(long newPosition) throws IOException {
    requireOpen();
    if (newPosition < 0) {
      throw new IllegalArgumentException("position " + newPosition);
    }
    position = newPosition;
    return this;
  }

  @Override
  public synchronized long size() throws IOException {
    requireOpen();
    try {
      return Descriptors.status(number).size();
    } catch (KernelException e) {
      throw KernelFailures.typed("asking for a size", e);
    }
  }

  @Override
  public synchronized SeekableByteChannel truncate(long size) throws IOException {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size);
    }
    requireWritable();
    if (size < size()) {
      try {
        MemoryFiles.resize(number, size);
      } catch (KernelException e) {
        throw KernelFailures.typed("truncating", e);
      }
    }
    position = Math.min(position, size);
    return this;
  }

  @Override
  public synchronized boolean isOpen() {
    return open;
  }

  @Override
  public synchronized void close() throws IOException {
    if (open) {
      open = false;
      closing.close();
    }
  }

  private void requireOpen() throws ClosedChannelException {
    if (!open) {
      throw new ClosedChannelException();
    }
  }

  private void requireWritable() throws ClosedChannelException {
    requireOpen();
    if (!writable) {
      throw new NonWritableChannelException();
    }
  }

  private static long require(long result) throws IOException {
    if (result < 0) {
      throw new IOException(Errno.name((int) -result));
    }
    return result;
  }
}
