package org.ferryipc.core.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of encoded bytes to decode them: eight bytes that only the library can read. Kept or sent beside the
 * bytes and given back to {@code decode}, which refuses what it does not know. Immutable.
 *
 * <p>Which version of the form is written is no caller's choice; nothing here tells it.
 */
public final class EncodeMetadata {
  /** How many bytes it has. */
  public static final int BYTES = 8;

  // "FE", then the version of the form, then zeros for what may come.
  static final long CURRENT_WORD = 'F' | 'E' << 8 | 1 << 16;
  static final EncodeMetadata CURRENT = new EncodeMetadata(CURRENT_WORD);

  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long word;

  private EncodeMetadata(long word) {
    this.word = word;
  }

  /**
   * {@return the metadata that was kept as eight bytes}, whatever they are
   *
   * @throws IllegalArgumentException if there are not eight
   */
  public static EncodeMetadata of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("metadata has " + BYTES + " bytes, not " + bytes.length);
    }
    return new EncodeMetadata(word(bytes, 0));
  }

  /** {@return the eight bytes} */
  public byte[] toByteArray() {
    byte[] bytes = new byte[BYTES];
    LONG.set(bytes, 0, word);
    return bytes;
  }

  static long word(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Writes that of today. */
  static void write(byte[] bytes, int at) {
    LONG.set(bytes, at, CURRENT_WORD);
  }

  boolean isKnown() {
    return word == CURRENT_WORD;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EncodeMetadata that && word == that.word;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(word);
  }

  @Override
  public String toString() {
    return "EncodeMetadata[%016x]".formatted(Long.reverseBytes(word));
  }
}
