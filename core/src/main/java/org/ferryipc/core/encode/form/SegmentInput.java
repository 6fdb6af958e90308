package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.text.Utf8;

/** A message in a segment, which is looked at in place. */
public final class SegmentInput extends Input {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment bytes;

  /** All of {@code bytes}, at most {@code Integer.MAX_VALUE}. */
  public SegmentInput(MemorySegment bytes, Limits limits, HandleSource source) {
    super(Math.toIntExact(bytes.byteSize()), limits, source);
    this.bytes = bytes;
  }

  @Override
  byte int8(int at) {
    return bytes.get(ValueLayout.JAVA_BYTE, at);
  }

  @Override
  short int16(int at) {
    return bytes.get(SHORT, at);
  }

  @Override
  int int32(int at) {
    return bytes.get(INT, at);
  }

  @Override
  long int64(int at) {
    return bytes.get(LONG, at);
  }

  @Override
  byte[] bytes(int at, int count) {
    return bytes.asSlice(at, count).toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  String text(int at, int count) {
    return new String(bytes(at, count), StandardCharsets.UTF_8);
  }

  @Override
  int units(int at, int count) {
    return Utf8.units(bytes(at, count), 0, count);
  }
}
