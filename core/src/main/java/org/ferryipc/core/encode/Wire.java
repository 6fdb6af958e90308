package org.ferryipc.core.encode;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ferryipc.core.Handle;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.encode.form.HeapInput;
import org.ferryipc.core.encode.form.Output;
import org.ferryipc.core.encode.form.Problem;
import org.ferryipc.core.encode.form.SegmentInput;
import org.ferryipc.core.encode.form.Stored;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/**
 * A value of {@code T} that is a view on its encoded bytes: nothing is copied or made until it is asked for.
 *
 * <p>Made by {@link EncodeType#view}, by a {@link WireBuilder}, or received on a channel of {@code Wire<T>}. Places are
 * positions, which count from the first byte; where what lies is told by {@code docs/encode.md}. A position that does not
 * belong to the value's type gives other bytes of the same message, or {@link IndexOutOfBoundsException}, and nothing worse.
 *
 * <p>The bytes must not change while this is used; who closes their arena makes each use fail. Any number of threads may read.
 */
public final class Wire<T> {
  /** Where the value itself begins. */
  public static final long ROOT = 0;

  /** What {@link #member} gives for one that is missing. */
  public static final long ABSENT = -1;

  private static final int REFERENCE = 8;
  private static final int UNION_HEAD = 8;

  private final EncodeType<T> type;
  private final Memory bytes;
  private final List<Handle> handles;

  Wire(EncodeType<T> type, Memory bytes, List<Handle> handles) {
    this.type = type;
    this.bytes = bytes;
    this.handles = handles;
  }

  /**
   * {@return a value of bytes that somebody wrote by the rules; whether he did is checked when it is encoded}
   *
   * @param handles what the slots in the bytes stand for, in their order
   */
  public static <T> Wire<T> of(EncodeType<T> type, MemorySegment bytes, List<? extends Handle> handles) {
    return new Wire<>(type, Memory.of(bytes), List.copyOf(handles));
  }

  /** {@return the type} */
  public EncodeType<T> type() {
    return type;
  }

  /** {@return the encoded bytes} */
  public MemorySegment bytes() {
    return bytes.asSegment();
  }

  /** {@return the handles, in the order of their slots} */
  public List<Handle> handles() {
    return handles;
  }

  /** {@return whether the byte at a position is not zero} */
  public boolean bool(long at) {
    return bytes.int8(at) != 0;
  }

  /** {@return the byte at a position} */
  public byte int8(long at) {
    return bytes.int8(at);
  }

  /** {@return the two bytes at a position} */
  public short int16(long at) {
    return bytes.int16(at);
  }

  /** {@return the four bytes at a position} */
  public int int32(long at) {
    return bytes.int32(at);
  }

  /** {@return the eight bytes at a position} */
  public long int64(long at) {
    return bytes.int64(at);
  }

  /** {@return the four bytes at a position as a number with a fraction} */
  public float float32(long at) {
    return Float.intBitsToFloat(int32(at));
  }

  /** {@return the eight bytes at a position as a number with a fraction} */
  public double float64(long at) {
    return Double.longBitsToDouble(int64(at));
  }

  /** Copies the first {@code count} bytes at a position. */
  public void copy(long at, byte[] into, int count) {
    bytes.get(at, into, 0, count);
  }

  /** {@return how many elements or bytes the reference at a position has} */
  public int count(long at) {
    return int32(at);
  }

  /** {@return where that begins} */
  public long target(long at) {
    return at + int32(at + 4);
  }

  /** {@return the text of the reference at a position} */
  public String text(long at) {
    return new String(bytes.copy(target(at), count(at)), StandardCharsets.UTF_8);
  }

  /** {@return the bytes of the reference at a position, in place} */
  public MemorySegment segment(long at) {
    return bytes.asSegment().asSlice(target(at), count(at));
  }

  /** {@return where the content of the envelope at a position is}, or {@link #ABSENT} */
  public long content(long at) {
    int says = int32(at + 4);
    return says == 0 ? ABSENT : (says & 1) != 0 ? at : at + int32(at);
  }

  /** {@return where the member of a table with that {@link Ordinal} is}, or {@link #ABSENT} */
  public long member(long table, int ordinal) {
    return ordinal > count(table) ? ABSENT : content(target(table) + (ordinal - 1L) * REFERENCE);
  }

  /** {@return the {@link Ordinal} of the record that the value of a sealed type is} */
  public int variant(long union) {
    return int32(union);
  }

  /** {@return where that record is} */
  public long variantContent(long union) {
    return content(union + UNION_HEAD);
  }

  /** {@return the handle whose slot is at a position} */
  public Handle handle(long at) {
    return handles.get(int32(at));
  }

  /** {@return the same value as a record}; handles in it are those of {@link #handles} */
  public DecodeResult<T> toRecord() {
    try {
      type.requireReadable(bytes);
      byte[] own = bytes.copy(0, (int) bytes.size);
      return new DecodeResult.Ok<>(type.read(own, 0, own.length, handles.size(), source()));
    } catch (RuntimeException | StackOverflowError thrown) {
      return new DecodeResult.Failed<>(type.reason(thrown));
    }
  }

  /** {@return the encoding of this value}: the same bytes, copied if they are few, and checked in any case */
  EncodeResult encode() {
    try {
      return handles.isEmpty() ? EncodeType.finished(written(EncodeType.NO_HANDLES), MovedHandles.NONE) : encodeWithHandles();
    } catch (LimitExceededException full) {
      return new EncodeResult.Failed(type.reason(Problem.limit(full.limit(), full.allowed(), full.asked())));
    } catch (HandleStateException refused) {
      return new EncodeResult.Failed(type.reason(Problem.handle(refused)));
    } catch (Problem | StackOverflowError thrown) {
      return new EncodeResult.Failed(type.reason(thrown));
    }
  }

  private EncodeResult encodeWithHandles() throws LimitExceededException {
    LeasedHandles leased = new LeasedHandles(type.limits().handles(), type.name());
    boolean moved = false;
    try {
      Stored out = written(leased);
      for (Handle handle : handles) {
        int unused = leased.put(handle);
      }
      MovedHandles own = leased.commit();
      moved = true;
      return EncodeType.finished(out, own);
    } finally {
      if (!moved) {
        leased.rollback();
      }
    }
  }

  // Few bytes are copied first, so what is checked is what will be sent, whoever writes to the memory meanwhile.
  private Stored written(HandleSink sink) {
    Limits limits = type.limits();
    int size = usableSize(limits);
    int head = EncodeMetadata.BYTES;
    if (size >= Output.APART) {
      Output out = new Output(head, 0, limits, sink);
      write(out, limits);
      return out;
    }
    byte[] own = new byte[head + type.room(size)];
    copy(size, own, head);
    HeapInput checked = new HeapInput(own, head, size, limits, source());
    checked.check(type.root(), handles.size());
    return checked;
  }

  /**
   * Copies the bytes into a message, and checks what was copied; or lets them stand apart, and checks them there.
   *
   * @param limits those of the message
   */
  void write(Output out, Limits limits) {
    int size = usableSize(limits);
    if (out.takesApart(size)) {
      MemorySegment apart = bytes.asSegment();
      int unused = out.apart(apart);
      try {
        new SegmentInput(apart, limits, source()).check(type.root(), handles.size());
      } catch (IndexOutOfBoundsException elsewhere) {
        throw EncodeType.changing();
      } catch (IllegalStateException closed) {
        throw Problem.value(String.valueOf(closed.getMessage()));
      }
    } else {
      int at = out.claim(size);
      copy(size, out.array(), out.index(at));
      new HeapInput(out.array(), out.index(at), size, limits, source()).check(type.root(), handles.size());
    }
  }

  private int usableSize(Limits limits) {
    String refusal = bytes.refusal();
    if (refusal != null) {
      throw Problem.value(refusal);
    }
    if (bytes.size > limits.messageBytes()) {
      throw Problem.limit("messageBytes", limits.messageBytes(), bytes.size);
    }
    return (int) bytes.size;
  }

  private void copy(int size, byte[] into, int at) {
    try {
      bytes.get(0, into, at, size);
    } catch (IllegalStateException closed) { // by another thread, just now
      throw Problem.value(String.valueOf(closed.getMessage()));
    }
  }

  private HandleSource source() {
    return handles.isEmpty() ? EncodeType.NO_SOURCE : new Listed(handles);
  }

  @Override
  public String toString() {
    return "Wire<" + type.type() + ">[" + bytes.size + " bytes]";
  }

  /** Handles by number. */
  private record Listed(List<Handle> handles) implements HandleSource {
    @Override
    public Handle take(int slot, HandleShape shape) throws SerializationException {
      if (slot < 0 || slot >= handles.size()) {
        throw new SerializationException("handle slot " + slot + " of a value with " + handles.size(), null);
      }
      Handle handle = handles.get(slot);
      if (handle.getClass() != shape.handle()) {
        throw new SerializationException(
            "handle slot " + slot + " holds a " + handle.getClass().getSimpleName() + ", not a "
                + shape.handle().getSimpleName(), null);
      }
      return handle;
    }
  }
}
