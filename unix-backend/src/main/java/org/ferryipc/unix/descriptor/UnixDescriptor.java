package org.ferryipc.unix.descriptor;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ByteChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.SeekableByteChannel;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.ChildRedirect;
import org.ferryipc.core.transport.RawDescriptor;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.jspecify.annotations.Nullable;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * A plain descriptor. Its number is used under a hold or lease of the handle that owns it, so nobody closes it meanwhile.
 *
 * <p>One that was adopted from a Java stream stays open through that stream, because the JDK lets nobody take a number away
 * from it; the stream is asked before each use whether it still is.
 */
public final class UnixDescriptor implements RawDescriptor, Traveller {
  private final int number;
  private final @Nullable Closeable owner;
  private final @Nullable FileDescriptor seen;

  /** Takes ownership of an open number. */
  public UnixDescriptor(int number) {
    this(number, null, null);
  }

  private UnixDescriptor(int number, @Nullable Closeable owner, @Nullable FileDescriptor seen) {
    this.number = number;
    this.owner = owner;
    this.seen = seen;
  }

  /** {@return the descriptor of a Java object, which is closed with it} */
  public static UnixDescriptor adopt(Closeable owner, FileDescriptor descriptor) throws IOException {
    if (!descriptor.valid()) {
      throw new IOException("the stream is closed");
    }
    NativeLibrary.require("take a stream's descriptor");
    return new UnixDescriptor(FileDescriptorCast.using(descriptor).as(Integer.class), owner, descriptor);
  }

  /**
   * {@return the number, for a use under a hold or lease}
   *
   * @throws IOException if it came from a stream that somebody closed
   */
  public int number() throws IOException {
    FileDescriptor streams = seen;
    if (streams != null && !streams.valid()) {
      throw new IOException("the stream that this descriptor was taken from was closed by somebody else");
    }
    return number;
  }

  /**
   * {@return the number, which is the caller's to close from now on}
   *
   * @throws IOException if it came from a stream, which cannot give it up
   */
  public int detach() throws IOException {
    if (owner != null) {
      throw new IOException("a descriptor that was taken from a Java stream is closed by that stream");
    }
    return number;
  }

  @Override
  public FileInputStream inputStream() throws IOException {
    if (owner instanceof FileInputStream stream) {
      return stream;
    }
    NativeLibrary.require("inputStream()");
    return FileDescriptorCast.unsafeUsing(detach()).as(FileInputStream.class);
  }

  @Override
  public FileOutputStream outputStream() throws IOException {
    if (owner instanceof FileOutputStream stream) {
      return stream;
    }
    NativeLibrary.require("outputStream()");
    return FileDescriptorCast.unsafeUsing(detach()).as(FileOutputStream.class);
  }

  @Override
  public ByteChannel byteChannel() throws IOException {
    return new DescriptorChannel(number(), this::release);
  }

  @Override
  public SeekableByteChannel seekableChannel() throws IOException {
    long position = FileCalls.seek(number(), 0, FileCalls.SEEK_CUR);
    if (position < 0) {
      throw new IOException("the descriptor has no positions: " + Errno.name((int) -position));
    }
    try {
      return new PositionedChannel(number(), this::release);
    } catch (KernelException e) {
      throw KernelFailures.typed("asking how a file was opened", e);
    }
  }

  @Override
  public ChildRedirect redirect() throws IOException {
    NativeLibrary.require("redirect()");
    ProcessBuilder.Redirect redirect =
        FileDescriptorCast.unsafeUsing(number()).as(ProcessBuilder.Redirect.class);
    return new ChildRedirect(redirect, this::release);
  }

  @Override
  public MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException {
    if (mode != MapMode.READ_ONLY && mode != MapMode.READ_WRITE && mode != MapMode.PRIVATE) {
      throw new UnsupportedOperationException(mode + " is not supported");
    }
    if (size == 0) {
      return MemorySegment.NULL.reinterpret(0, arena, null);
    }
    long beyond = offset % Mappings.LARGEST_PAGE; // mmap(2) wants a multiple of the page size
    int protection = mode == MapMode.READ_ONLY ? Mappings.PROT_READ : Mappings.PROT_READ | Mappings.PROT_WRITE;
    if (size() < offset + size) {
      throw new IOException("the file has " + size() + " bytes, " + (offset + size) + " were to be mapped");
    }
    try {
      MemorySegment whole =
          mode == MapMode.PRIVATE
              ? Mappings.mapPrivate(number(), offset - beyond, size + beyond, protection, arena)
              : Mappings.map(number(), offset - beyond, size + beyond, protection, arena);
      return whole.asSlice(beyond, size);
    } catch (KernelException e) {
      throw new IOException("mapping " + size + " bytes at " + offset + ": " + e.errnoName(), e);
    }
  }

  @Override
  public RawDescriptor duplicate() throws IOException {
    try {
      return new UnixDescriptor(Descriptors.duplicate(number()));
    } catch (KernelException e) {
      throw KernelFailures.typed("duplicating a descriptor", e);
    }
  }

  @Override
  public long size() throws IOException {
    try {
      FileStatus status = Descriptors.status(number());
      return status.size();
    } catch (KernelException e) {
      throw KernelFailures.typed("asking for a size", e);
    }
  }

  @Override
  public void prepare() throws IpcException {
    FileDescriptor streams = seen;
    if (streams != null && !streams.valid()) {
      throw new TransportException(
          "the stream that this descriptor was taken from was closed by somebody else", null);
    }
  }

  @Override
  public int descriptorCount() {
    return 1;
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    numbers[at] = number;
  }

  @Override
  public int tableFlags() {
    return 0;
  }

  @Override
  public long tableValue() {
    return 0;
  }

  @Override
  public int departed() {
    if (owner == null) {
      return number;
    }
    CloseFailures.releaseQuietly(this); // by the stream's close, which is other people's code: the message is on its way
    return NOTHING;
  }

  @Override
  public void stayed() {}

  @Override
  public void wake() {}

  @Override
  public void release() throws IOException {
    if (owner != null) {
      owner.close();
      return;
    }
    try {
      Descriptors.close(number);
    } catch (KernelException e) {
      throw new IOException("closing a descriptor: " + e.errnoName(), e);
    }
  }

  @Override
  public String toString() {
    return "descriptor";
  }
}
