package org.ferryipc.core;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ByteChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.ChildRedirect;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.RawDescriptor;

/**
 * A file descriptor with exactly one owner: this object.
 *
 * <p>It is sent by putting it into a message, or converted. A conversion moves the descriptor into a stream, channel or
 * redirect of the JDK's kind, which owns it from then on and closes it; this object is moved. If a conversion fails the
 * descriptor stays here. Nothing is ever reopened or duplicated, but by {@link #duplicate}, which says so.
 *
 * <p>What it does not do: it cannot become a {@code SocketChannel} of the JDK, which takes no descriptor from outside; use
 * {@link #byteChannel} for sockets. The number is visible only through {@code UnixDescriptors} of the Unix backend.
 */
public final class OwnedFd extends Owned implements Handle {
  private final RawDescriptor raw;

  OwnedFd(RawDescriptor raw, Ownership ownership, Tether life) {
    super(ownership, life);
    this.raw = raw;
  }

  OwnedFd(RawDescriptor raw) {
    Ownership owned = new Ownership(raw);
    this(raw, owned, CleanupNet.watch(owned));
  }

  /**
   * Opens a file.
   *
   * <p>Opening a named pipe waits in the system until its other side is opened, and neither an interrupt nor a limit ends
   * that; a virtual thread's carrier waits too.
   *
   * @param options as for {@link java.nio.file.Files#newByteChannel}: none opens for reading
   * @throws IOException if it cannot be opened, with the JDK's usual subclasses ({@link
   *     java.nio.file.NoSuchFileException}, {@link java.nio.file.AccessDeniedException}, …)
   * @throws java.nio.file.ProviderMismatchException if {@code path} is of another file system than this machine's
   * @throws UnsupportedOperationException for {@link java.nio.file.StandardOpenOption#DELETE_ON_CLOSE}, as nobody can tell
   *     who closes the descriptor, and for options that are none of the standard ones
   * @throws IllegalArgumentException for options that exclude each other
   */
  public static OwnedFd open(Path path, OpenOption... options) throws IOException {
    return new OwnedFd(Transports.machine().open(path, Set.copyOf(Arrays.asList(options))));
  }

  /**
   * Takes over a stream's descriptor. The stream must not be used or closed afterwards: it belongs to this object.
   *
   * @throws IOException if the stream is closed
   */
  public static OwnedFd from(FileInputStream stream) throws IOException {
    return new OwnedFd(Transports.machine().adopt(stream, stream.getFD()));
  }

  /**
   * Takes over a stream's descriptor; see {@link #from(FileInputStream)}.
   *
   * @throws IOException if the stream is closed
   */
  public static OwnedFd from(FileOutputStream stream) throws IOException {
    return new OwnedFd(Transports.machine().adopt(stream, stream.getFD()));
  }

  /**
   * Takes over a file's descriptor; see {@link #from(FileInputStream)}. There is no such method for a {@link
   * FileChannel} that was opened by itself: the JDK lets nobody see its descriptor.
   *
   * @throws IOException if the file is closed
   */
  public static OwnedFd from(RandomAccessFile file) throws IOException {
    return new OwnedFd(Transports.machine().adopt(file, file.getFD()));
  }

  /**
   * {@return a stream that reads from the descriptor and owns it}; its {@code getChannel()} works too
   *
   * @throws IOException if the system refuses; the descriptor stays here
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public FileInputStream inputStream() throws IOException {
    return convert(RawDescriptor::inputStream, "inputStream()");
  }

  /**
   * {@return a stream that writes to the descriptor and owns it}; its {@code getChannel()} works too
   *
   * @throws IOException if the system refuses; the descriptor stays here
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public FileOutputStream outputStream() throws IOException {
    return convert(RawDescriptor::outputStream, "outputStream()");
  }

  /**
   * {@return a channel that reads and writes the descriptor and owns it}: for sockets and pipes
   *
   * <p>A blocked read or write ends with {@link java.nio.channels.AsynchronousCloseException} when another thread closes
   * the channel, and with {@link java.nio.channels.ClosedByInterruptException} when the thread is interrupted.
   *
   * <p>A write takes at most 4,096 bytes and says so by its result, so a packet of a datagram or sequenced socket must not be
   * longer. For regular files use {@link #seekableChannel}: a file is always ready for poll(2), so a wait for one is busy.
   *
   * @throws IOException if the system refuses; the descriptor stays here
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public ByteChannel byteChannel() throws IOException {
    return convert(RawDescriptor::byteChannel, "byteChannel()");
  }

  /**
   * {@return a channel with a position of its own, starting at 0, that owns the descriptor}: for files
   *
   * @throws IOException if the descriptor has no positions (a pipe, a socket), or the system refuses; it stays here
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public SeekableByteChannel seekableChannel() throws IOException {
    return convert(RawDescriptor::seekableChannel, "seekableChannel()");
  }

  /**
   * Lends the descriptor to a child process about to be started by {@link ProcessBuilder}; this object is moved.
   *
   * <p>{@code try (var r = fd.redirect()) { builder.redirectInput(r.redirect()).start(); }}: starting copies the descriptor
   * into the child, closing gives up the one here.
   *
   * @throws IOException if the system refuses; the descriptor stays here
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public RedirectedFd redirect() throws IOException {
    ChildRedirect lent = convert(RawDescriptor::redirect, "redirect()");
    return new RedirectedFd(lent);
  }

  /**
   * Maps a part of the file. The descriptor stays here and may be closed or moved at once; the mapping lives as long as
   * {@code arena}.
   *
   * <p>Who can write the file can also shorten it, and then an access to what is gone ends in an {@link InternalError}: from
   * a process that is not trusted take {@link SharedMemory}, or read the file.
   *
   * @param offset in bytes, any
   * @param size in bytes; 0 gives an empty segment
   * @throws IOException if the file cannot be mapped so, or is shorter than {@code offset + size}
   * @throws UnsupportedOperationException if {@code mode} is none of {@code READ_ONLY}, {@code READ_WRITE}, {@code PRIVATE}
   * @throws IllegalArgumentException if {@code offset} or {@code size} is negative, or their sum overflows
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public MemorySegment map(FileChannel.MapMode mode, long offset, long size, Arena arena) throws IOException {
    if (offset < 0 || size < 0 || offset + size < 0) {
      throw new IllegalArgumentException("offset " + offset + ", size " + size);
    }
    ownership.hold(this);
    try {
      return raw.map(mode, offset, size, arena);
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return the size in bytes of the file behind the descriptor}
   *
   * @throws IOException if the system refuses
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public long size() throws IOException {
    ownership.hold(this);
    try {
      return raw.size();
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return another descriptor for the same open file, position included}: the only duplicate that Ferry ever makes
   *
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if no descriptor is free
   * @throws IOException if the system refuses
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public OwnedFd duplicate() throws IOException {
    ownership.hold(this);
    try {
      return new OwnedFd(raw.duplicate());
    } finally {
      ownership.drop();
    }
  }

  /**
   * Closes the descriptor; see {@link Handle#close}.
   *
   * @throws IOException if the system reports that closing failed; the number is free all the same
   */
  @Override
  public void close() throws IOException {
    ownership.close();
  }

  @Override
  String label() {
    return "OwnedFd";
  }

  <R> R convert(EndAccess.Conversion<R> conversion, String by) throws IOException {
    ownership.lease(this, true);
    boolean moved = false;
    try {
      R result = conversion.of(raw);
      moved = true;
      return result;
    } finally {
      if (moved) {
        ownership.commit(by);
      } else {
        ownership.rollback();
      }
    }
  }
}
