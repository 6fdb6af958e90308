package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ferryipc.core.Handle;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * One message being written. Positions count from its first byte; what is claimed is zero, so nobody writes padding.
 *
 * <p>Bytes of at least {@link #APART} bytes may stay where they are ({@link #apart}): then the message is several segments,
 * and a position is no longer an index into {@link #array}.
 */
public final class Output implements Stored {
  /** From how many bytes on a byte array or segment is not copied: a page, below which a copy costs less than a part. */
  public static final int APART = 4096;

  /** What an envelope says of a value that stands in it. */
  static final int IN_PLACE = 1;
  /** What an envelope says of one that holds handles. */
  static final int WITH_HANDLES = 2;

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // of HotSpot
  private static final int FIRST_RESERVED = 512;
  private static final int FEW = 256;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Limits limits;
  private final HandleSink sink;
  private final @Nullable PayloadBuffer buffer; // if the array is a channel's
  private final int base; // where position 0 lies
  private int announced; // bytes that the channel's buffer counts as written
  private byte[] array;
  private int room; // the position behind the last that has a place in the array
  private int end;
  private int slots;
  private int depth;
  private @Nullable Apart apart;

  /**
   * A message in an array of its own, which grows.
   *
   * @param first the bytes that need no growing
   * @param base how many the caller wants in front
   */
  public Output(int base, int first, Limits limits, HandleSink sink) {
    this.limits = limits;
    this.sink = sink;
    this.buffer = null;
    this.base = base;
    this.array = new byte[base + first];
    this.room = Math.min(first, limits.messageBytes());
  }

  /** A message behind what is in {@code buffer}. */
  public Output(PayloadBuffer buffer, Limits limits, HandleSink sink) throws LimitExceededException {
    this.limits = limits;
    this.sink = sink;
    this.buffer = buffer;
    this.base = buffer.reserve(0);
    this.array = buffer.array();
  }

  @Override
  public int end() {
    return end;
  }

  @Override
  public byte[] array() {
    return array;
  }

  /** {@return how many handles were put} */
  public int slots() {
    return slots;
  }

  /**
   * Writes a whole message.
   *
   * @throws Problem whatever is wrong with the value
   */
  public void message(Form root, @Nullable Object value) {
    try {
      RecordForm.requirePresent(value);
      root.write(this, claim(root.size()), Objects.requireNonNull(value));
    } catch (Problem | VirtualMachineError known) {
      throw known;
    } catch (Throwable thrown) { // only what is no record gets here with anything else
      throw Problem.code("the value", thrown);
    }
  }

  /**
   * {@return {@code bytes} as the length of an array}
   *
   * @throws Problem if no message is as long
   */
  static int arrayLength(long bytes) {
    if (bytes > LONGEST_ARRAY) {
      throw Problem.limit("messageBytes", LONGEST_ARRAY, bytes);
    }
    return (int) bytes;
  }

  /** Claims {@code bytes}, and zeros up to the next multiple of 8. {@return their position} */
  public int claim(int bytes) {
    int at = end;
    int next = at + Form.padded(bytes);
    if (next > room || next < at) {
      grow(at, bytes);
    }
    if (buffer != null) {
      zero(at, next);
    }
    end = next;
    return at;
  }

  private void grow(int at, int bytes) {
    long next = at + (((long) bytes + 7) & -8);
    if (next > limits.messageBytes()) {
      throw Problem.limit("messageBytes", limits.messageBytes(), next);
    }
    PayloadBuffer channels = buffer;
    if (channels != null) {
      reserve(channels, next);
      return;
    }
    int elsewhere = apart == null ? 0 : apart.total();
    int needed = (int) next - elsewhere;
    int doubled = (int) Math.min((room - elsewhere) * 2L, limits.messageBytes());
    int length = Math.max(needed, doubled);
    array = Arrays.copyOf(array, base + length);
    room = (int) Math.min((long) length + elsewhere, limits.messageBytes());
  }

  // More than is needed now, so that a message of many parts does not ask for each; but not more than the buffer may have.
  private void reserve(PayloadBuffer channels, long needed) {
    long most = limits.messageBytes() - (long) (channels.length() - announced);
    long wanted = Math.max(needed, Math.min(most, Math.max(FIRST_RESERVED, 2L * room)));
    channels.advance(end - announced); // it keeps nothing else when it grows
    announced = end;
    try {
      int unused = channels.reserve(wanted - announced);
    } catch (LimitExceededException full) {
      throw Problem.limit(full.limit(), full.allowed(), full.asked());
    }
    array = channels.array();
    room = (int) wanted;
  }

  private void zero(int from, int to) {
    int end = base + to;
    if (to - from > FEW) {
      Arrays.fill(array, base + from, end, (byte) 0);
    } else {
      for (int i = base + from; i < end; i += Long.BYTES) { // a call would cost more
        LONG.set(array, i, 0L);
      }
    }
  }

  /** Says that the message is complete. */
  public void finish() {
    PayloadBuffer channels = buffer;
    if (channels != null) {
      channels.advance(end - announced);
      announced = end;
    }
  }

  /** {@return where a position lies in {@link #array}} */
  public int index(int at) {
    Apart parts = apart;
    return parts == null ? base + at : base + at - parts.before(at);
  }

  void bool(int at, boolean value) {
    array[index(at)] = value ? (byte) 1 : 0;
  }

  void int8(int at, byte value) {
    array[index(at)] = value;
  }

  void int16(int at, short value) {
    SHORT.set(array, index(at), value);
  }

  void char16(int at, char value) {
    SHORT.set(array, index(at), (short) value);
  }

  void int32(int at, int value) {
    INT.set(array, index(at), value);
  }

  void int64(int at, long value) {
    LONG.set(array, index(at), value);
  }

  void float32(int at, float value) {
    INT.set(array, index(at), Float.floatToRawIntBits(value));
  }

  void float64(int at, double value) {
    LONG.set(array, index(at), Double.doubleToRawLongBits(value));
  }

  /** Copies bytes to a place that was claimed. */
  void bytes(int at, byte[] value) {
    System.arraycopy(value, 0, array, index(at), value.length);
  }

  /** Copies bytes to a place that was claimed. */
  public void copy(int at, MemorySegment value) {
    MemorySegment.copy(value, ValueLayout.JAVA_BYTE, 0, array, index(at), (int) value.byteSize());
  }

  /** Writes text that takes {@code bytes} to a place that was claimed. */
  void text(int at, String value, int bytes) {
    boolean written = Utf8.write(value, value.length(), array, index(at), bytes);
    assert written : "a String does not change";
  }

  /** Says at {@code at} that {@code count} things lie at {@code target}. */
  void reference(int at, int count, int target) {
    int32(at, count);
    int32(at + 4, target - at);
  }

  /** Claims so many envelopes and says at {@code at} where they are. {@return the first one's position} */
  int table(int at, int count) {
    if (count == 0) {
      return at;
    }
    int target = claim(count * EnvelopeForm.SIZE);
    reference(at, count, target);
    return target;
  }

  /** {@return whether as many bytes should be left where they are} */
  public boolean takesApart(long bytes) {
    return buffer == null && bytes >= APART;
  }

  /** Lets the message go on in {@code part}, and behind it up to the next multiple of 8. {@return its position} */
  public int apart(MemorySegment part) {
    long next = end + ((part.byteSize() + 7) & -8);
    if (next > limits.messageBytes()) {
      throw Problem.limit("messageBytes", limits.messageBytes(), next);
    }
    Apart parts = apart;
    if (parts == null) {
      parts = new Apart();
      apart = parts;
    }
    int at = end;
    int size = (int) part.byteSize();
    parts.add(at, part);
    room = (int) Math.min((long) room + size, limits.messageBytes());
    end += size;
    int padding = (int) next - end;
    if (end + padding > room) {
      grow(end, padding);
    }
    end += padding;
    return at;
  }

  /** Goes a level down. */
  void enter() {
    if (++depth > limits.depth()) {
      throw Problem.limit("depth", limits.depth(), depth);
    }
  }

  /** Comes up again. */
  void leave() {
    depth--;
  }

  int mostUnits() {
    return limits.stringLength();
  }

  /** Puts a handle, and its slot at {@code at}. */
  void handle(int at, Object handle) {
    try {
      int slot = sink.put((Handle) handle);
      slots++;
      int32(at, slot);
    } catch (LimitExceededException full) {
      throw Problem.limit(full.limit(), full.allowed(), full.asked());
    } catch (HandleStateException refused) {
      throw Problem.handle(refused);
    }
  }

  @Override
  public List<MemorySegment> segments(int from) {
    MemorySegment whole = MemorySegment.ofArray(array).asReadOnly();
    Apart parts = apart;
    if (parts == null) {
      return List.of(whole.asSlice(from, base + end - from));
    }
    List<MemorySegment> segments = new ArrayList<>();
    int index = from;
    for (int i = 0; i < parts.count(); i++) {
      int until = index(parts.start(i));
      if (until > index) {
        segments.add(whole.asSlice(index, until - index));
      }
      segments.add(parts.part(i).asReadOnly());
      index = until;
    }
    int last = index(end);
    if (last > index) {
      segments.add(whole.asSlice(index, last - index));
    }
    return segments;
  }

  @Override
  public byte[] joined(int from) {
    if (apart == null) {
      return Arrays.copyOfRange(array, from, base + end);
    }
    byte[] all = new byte[base + end - from];
    int at = 0;
    for (MemorySegment segment : segments(from)) {
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, all, at, (int) segment.byteSize());
      at += (int) segment.byteSize();
    }
    return all;
  }

  @Override
  public boolean isWhole() {
    return apart == null;
  }
}
