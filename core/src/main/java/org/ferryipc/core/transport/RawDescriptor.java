package org.ferryipc.core.transport;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ByteChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;

/**
 * A descriptor as the transport holds it. Each conversion takes over the number: after success this object is spent and
 * must not be released; after failure it is unchanged.
 */
public interface RawDescriptor extends Resource {

  @Override
  default HandleKind kind() {
    return HandleKind.DESCRIPTOR;
  }

  /** {@return a stream that owns the number} */
  FileInputStream inputStream() throws IOException;

  /** {@return a stream that owns the number} */
  FileOutputStream outputStream() throws IOException;

  /** {@return a channel over read and write that owns the number, for sockets and pipes} */
  ByteChannel byteChannel() throws IOException;

  /** {@return a channel over pread and pwrite that owns the number, for files} */
  SeekableByteChannel seekableChannel() throws IOException;

  /** {@return a redirect for a child process; the number stays open until the redirect's close is called} */
  ChildRedirect redirect() throws IOException;

  /** {@return a mapping that lives as long as {@code arena}; the number stays owned by this object} */
  MemorySegment map(FileChannel.MapMode mode, long offset, long size, Arena arena) throws IOException;

  /** {@return a second descriptor for the same open file: the one duplicate in Ferry, asked for by name} */
  RawDescriptor duplicate() throws IOException;

  /** {@return the size of the file in bytes, as the kernel says} */
  long size() throws IOException;
}
