package org.ferryipc.core.remotememory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.UnreadableMemoryException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.MemoryRoom;

/**
 * Reads of another process's memory that belong together: they share what they have fetched, and it is forgotten at the end.
 *
 * <p>Values have the {@linkplain RemoteTarget form of words} of the process that is read; no address needs to be aligned.
 * Callers get copies of their own. Every read throws what {@link RemoteMemoryReader} says, and {@link
 * UnreadableMemoryException} if not all of its bytes can be read; what else lies on their pages need
 * not be readable. Where several copies of the same bytes are kept, because ranges overlap, the newest counts.
 *
 * <p>For one thread at a time, as its reader. {@link #close} always: without it there is no next operation.
 */
public final class MemoryOperation implements AutoCloseable {
  // A string is looked for in so many bytes where whole pages are not fetched: most strings end there.
  private static final int STRING_BYTES = 128;
  private static final String STRING = "a string";
  private static final byte[] NOTHING = {};

  private final RemoteMemoryReader reader;
  private final Fetching fetching;
  private boolean ended;

  MemoryOperation(RemoteMemoryReader reader, Fetching fetching) {
    this.reader = reader;
    this.fetching = fetching;
  }

  private Page page(long address, int count) throws IpcException, InterruptedException {
    refuseIfEnded();
    return fetching.page(address, count, 0, null);
  }

  private void refuseIfEnded() {
    if (ended) {
      throw new IllegalStateException("the operation has ended");
    }
  }

  private boolean bigEndian() throws IpcException, InterruptedException {
    return reader.target().order() == ByteOrder.BIG_ENDIAN;
  }

  /**
   * {@return the byte at {@code address}}
   *
   * @throws IpcException if it cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public byte getByte(long address) throws IpcException, InterruptedException {
    return page(address, Byte.BYTES).octet(address);
  }

  /**
   * {@return the two bytes at {@code address}}
   *
   * @throws IpcException if they cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public short getShort(long address) throws IpcException, InterruptedException {
    short little = page(address, Short.BYTES).small(address);
    return bigEndian() ? Short.reverseBytes(little) : little;
  }

  /**
   * {@return the four bytes at {@code address}}
   *
   * @throws IpcException if they cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public int getInt(long address) throws IpcException, InterruptedException {
    int little = page(address, Integer.BYTES).number(address);
    return bigEndian() ? Integer.reverseBytes(little) : little;
  }

  /**
   * {@return the eight bytes at {@code address}}
   *
   * @throws IpcException if they cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public long getLong(long address) throws IpcException, InterruptedException {
    long little = page(address, Long.BYTES).word(address);
    return bigEndian() ? Long.reverseBytes(little) : little;
  }

  /**
   * {@return the four bytes at {@code address} as a float}
   *
   * @throws IpcException if they cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public float getFloat(long address) throws IpcException, InterruptedException {
    return Float.intBitsToFloat(getInt(address));
  }

  /**
   * {@return the eight bytes at {@code address} as a double}
   *
   * @throws IpcException if they cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public double getDouble(long address) throws IpcException, InterruptedException {
    return Double.longBitsToDouble(getLong(address));
  }

  /**
   * {@return the address that is stored at {@code address}}: four or eight bytes, without sign
   *
   * @throws IpcException if they cannot be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public long getAddress(long address) throws IpcException, InterruptedException {
    return reader.target().addressBytes() == Long.BYTES ? getLong(address) : Integer.toUnsignedLong(getInt(address));
  }

  /**
   * {@return a copy of {@code size} bytes from {@code address} on}; an empty one asks nothing, whatever the address
   *
   * @throws LimitExceededException if {@code size} is over {@link RemoteMemoryOptions#readBytes}; nothing was asked
   * @throws ResourceExhaustedException if the heap has no room for so much
   * @throws IllegalArgumentException if {@code size} is negative
   * @throws IpcException if they cannot all be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public MemorySegment read(long address, long size) throws IpcException, InterruptedException {
    int count = checkSize(address, size);
    refuseIfEnded();
    byte[] copy = fetching.room(count);
    copy(address, MemorySegment.ofArray(copy), count);
    return MemorySegment.ofArray(copy);
  }

  /**
   * Fills {@code into} with the bytes from {@code address} on. If it throws, nothing is written.
   *
   * @throws LimitExceededException if it is larger than {@link RemoteMemoryOptions#readBytes}; nothing was asked
   * @throws ResourceExhaustedException if the heap has no room for so much
   * @throws IllegalArgumentException if it is read-only
   * @throws IpcException if they cannot all be read, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void read(long address, MemorySegment into) throws IpcException, InterruptedException {
    if (into.isReadOnly()) {
      throw new IllegalArgumentException("the segment is read-only");
    }
    copy(address, into, checkSize(address, into.byteSize()));
  }

  private int checkSize(long address, long size) throws LimitExceededException {
    if (size < 0) {
      throw new IllegalArgumentException("size is " + size);
    }
    int most = reader.options().readBytes();
    if (size > most) {
      throw new LimitExceededException(
          "reading " + size + " bytes at 0x" + Long.toHexString(address), "readBytes", most, size);
    }
    return (int) size;
  }

  private void copy(long address, MemorySegment into, int count) throws IpcException, InterruptedException {
    refuseIfEnded();
    if (count > 0) {
      Page page = page(address, count);
      MemorySegment.copy(page.bytes, page.offset(address), into, ValueLayout.JAVA_BYTE, 0, count);
    }
  }

  /**
   * {@return the string of UTF-8 that begins at {@code address} and ends in front of the first zero}; what is no UTF-8 in it is
   * replaced by U+FFFD. Asks page by page, so a string at the end of readable memory is read like any other
   *
   * @param most how many bytes to look at for the zero, at most {@link RemoteMemoryOptions#readBytes}
   * @throws LimitExceededException if none of them is zero, or {@code most} is over that limit
   * @throws ResourceExhaustedException if the heap has no room for so much
   * @throws IllegalArgumentException if {@code most} is not positive
   * @throws IpcException if one of them cannot be read and none before is zero, see above
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public String readString(long address, int most) throws IpcException, InterruptedException {
    int left = reader.checkString(address, most);
    refuseIfEnded();
    Deadline deadline = fetching.deadline();
    byte[] before = NOTHING; // what of the string lay on pages that were passed
    int length = 0;
    for (long at = address; left > 0; ) {
      if (at == 0 && address != 0) { // behind the last address there is
        throw new UnreadableMemoryException(
            "the string at 0x" + Long.toHexString(address), "is the last address there is", -1, null);
      }
      Page page = fetching.page(at, 1, Math.min(STRING_BYTES, left) - 1, deadline);
      int from = page.offset(at);
      int end = (int) Math.min(page.bytes.length, (long) from + left);
      int zero = from;
      while (zero < end && page.bytes[zero] != 0) {
        zero++;
      }
      int found = zero - from;
      if (zero < end && length == 0) {
        return MemoryRoom.text(page.bytes, from, found, STRING);
      }
      if (length + found > before.length) {
        byte[] larger = fetching.room((int) Math.min(Math.max(length + found, 2L * before.length), most));
        System.arraycopy(before, 0, larger, 0, length);
        before = larger;
      }
      System.arraycopy(page.bytes, from, before, length, found);
      length += found;
      if (zero < end) {
        return MemoryRoom.text(before, 0, length, STRING);
      }
      left -= end - from;
      at += end - from;
    }
    throw RemoteMemoryReader.unended(address, most);
  }

  /** Ends the operation: what it has fetched is forgotten. Idempotent. */
  @Override
  public void close() {
    if (!ended) {
      ended = true;
      reader.ended(this);
    }
  }
}
