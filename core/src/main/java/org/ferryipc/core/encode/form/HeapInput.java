package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.text.Utf8;

/** A message in an array that nobody else writes. */
public final class HeapInput extends Input implements Stored {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] array;
  private final int base;

  /** The {@code length} bytes of {@code array} from {@code base} on. */
  public HeapInput(byte[] array, int base, int length, Limits limits, HandleSource source) {
    super(length, limits, source);
    this.array = array;
    this.base = base;
  }

  @Override
  public byte[] array() {
    return array;
  }

  @Override
  public int end() {
    return length();
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public List<MemorySegment> segments(int from) {
    return List.of(MemorySegment.ofArray(array).asSlice(from, base + length() - from).asReadOnly());
  }

  @Override
  public byte[] joined(int from) {
    return Arrays.copyOfRange(array, from, base + length());
  }

  @Override
  byte int8(int at) {
    return array[base + at];
  }

  @Override
  short int16(int at) {
    return (short) SHORT.get(array, base + at);
  }

  @Override
  int int32(int at) {
    return (int) INT.get(array, base + at);
  }

  @Override
  long int64(int at) {
    return (long) LONG.get(array, base + at);
  }

  @Override
  byte[] bytes(int at, int count) {
    return Arrays.copyOfRange(array, base + at, base + at + count);
  }

  @Override
  String text(int at, int count) {
    return new String(array, base + at, count, StandardCharsets.UTF_8);
  }

  @Override
  int units(int at, int count) {
    return Utf8.units(array, base + at, count);
  }
}
