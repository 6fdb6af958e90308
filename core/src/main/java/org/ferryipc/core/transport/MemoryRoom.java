package org.ferryipc.core.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.ferryipc.core.failure.ResourceExhaustedException;

/**
 * Memory of this process for as many bytes as a message or a call needs. Where there is not so much, that message or call has
 * failed and not the program: so it is an exception of Ferry's and no Error.
 */
public final class MemoryRoom {
  private static final String NO_MEMORY = "ENOMEM"; // errno(3); the virtual machine's own word is an OutOfMemoryError
  private static final long NOT_SAID = -1;
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // as the virtual machine has it

  private MemoryRoom() {}

  /**
   * {@return an array of {@code length} bytes}
   *
   * @param what it is for: the words that begin the error
   * @throws ResourceExhaustedException if the heap has no room for it
   */
  public static byte[] array(int length, String what) throws ResourceExhaustedException {
    try {
      return new byte[length];
    } catch (OutOfMemoryError full) {
      throw full(what, length);
    }
  }

  /**
   * {@return an array with a copy of {@code length} bytes of {@code source}}
   *
   * @param what as in {@link #array}
   * @throws ResourceExhaustedException if the heap has no room for it, or no array is so long
   */
  public static byte[] copy(MemorySegment source, long offset, long length, String what) throws ResourceExhaustedException {
    if (length > LONGEST_ARRAY) {
      throw full(what, length);
    }
    byte[] copy = array((int) length, what);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, copy, 0, copy.length);
    return copy;
  }

  /**
   * {@return the text that a part of {@code bytes} is in UTF-8}; what is none in it is replaced by U+FFFD
   *
   * @param what as in {@link #array}
   * @throws ResourceExhaustedException if the heap has no room for it
   */
  public static String text(byte[] bytes, int from, int length, String what) throws ResourceExhaustedException {
    try {
      return new String(bytes, from, length, StandardCharsets.UTF_8);
    } catch (OutOfMemoryError full) {
      throw full(what, length);
    }
  }

  private static ResourceExhaustedException full(String what, long length) {
    return heapFull(what + " of " + length + " bytes");
  }

  /** {@return what to throw where the heap has no room for {@code what}} For an error that comes from elsewhere. */
  public static ResourceExhaustedException heapFull(String what) {
    return new ResourceExhaustedException(what + "; the heap", NO_MEMORY, Runtime.getRuntime().maxMemory());
  }

  /**
   * {@return memory outside the heap, all zero, until {@code life} ends}
   *
   * @param what as in {@link #array}
   * @throws ResourceExhaustedException if the process may not have so much
   */
  public static MemorySegment segment(Arena life, long length, long alignment, String what)
      throws ResourceExhaustedException {
    try {
      return life.allocate(length, alignment);
    } catch (OutOfMemoryError full) {
      throw new ResourceExhaustedException(
          what + " of " + length + " bytes; memory outside the heap", NO_MEMORY, NOT_SAID);
    }
  }
}
