package org.ferryipc.core.encode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.encode.form.Form;
import org.ferryipc.core.encode.form.Forms;
import org.ferryipc.core.encode.form.HeapInput;
import org.ferryipc.core.encode.form.Input;
import org.ferryipc.core.encode.form.Output;
import org.ferryipc.core.encode.form.Problem;
import org.ferryipc.core.encode.form.SegmentInput;
import org.ferryipc.core.encode.form.Stored;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.jspecify.annotations.Nullable;

/**
 * How values of one type are encoded and decoded: made once for each type, and kept. Immutable; any thread may use it.
 *
 * <p>{@link org.ferryipc.core.Ferry#encode(Object)} finds it by the class of the value; whoever has it saves the search.
 */
public final class EncodeType<T> {
  /** Encodings of up to so many bytes are written into the result itself. */
  static final int INLINE_BYTES = 512;

  // What a result holds at first that is taken for a larger one: an ordinary message's bound of the system this form is after.
  private static final int BOX_BYTES = 2048;

  static final HandleSink NO_HANDLES =
      handle -> {
        throw new AssertionError("a handle in a type without");
      };
  static final HandleSource NO_SOURCE =
      (slot, shape) -> {
        throw new SerializationException("handle slot " + slot + " of bytes that came without handles", null);
      };

  private static final ConcurrentHashMap<MessageType<?>, EncodeType<?>> GENERIC = new ConcurrentHashMap<>();
  private static final ClassValue<Object> CLASSES =
      new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
          try {
            return new EncodeType<>(MessageType.of(type), Limits.DEFAULT, false);
          } catch (SerializationException refused) {
            return new EncodeResult.Failed(EncodeError.of(refused));
          }
        }
      };

  private final MessageType<T> type;
  private final Forms.Made made;
  private final Form root;
  private final Limits limits;
  private final int first; // bytes that a result has at first
  private final boolean boxed;

  private EncodeType(MessageType<T> type, Limits limits, boolean boxed) throws SerializationException {
    this(type, Forms.of(type.type()), limits, boxed);
  }

  private EncodeType(MessageType<T> type, Forms.Made made, Limits limits, boolean boxed) {
    this.type = type;
    this.made = made;
    this.root = made.form();
    this.limits = limits;
    this.boxed = boxed;
    this.first = boxed ? BOX_BYTES : Math.min(bound(), INLINE_BYTES);
  }

  /**
   * {@return how values of a class are encoded}
   *
   * @throws SerializationException if none can be; the text names the property
   */
  @SuppressWarnings("unchecked") // kept under the very class
  public static <T> EncodeType<T> of(Class<T> type) throws SerializationException {
    return switch (CLASSES.get(type)) {
      case EncodeType<?> known -> (EncodeType<T>) known;
      case EncodeResult.Failed(EncodeError reason) -> throw new SerializationException(reason.detail(), reason.cause());
      default -> throw new AssertionError(type);
    };
  }

  /**
   * {@return how values of a type, which may be generic, are encoded}
   *
   * @throws SerializationException if none can be; the text names the property
   */
  @SuppressWarnings("unchecked") // kept under the very type
  public static <T> EncodeType<T> of(MessageType<T> type) throws SerializationException {
    if (type.type() instanceof Class<?> plain) {
      return (EncodeType<T>) of(plain);
    }
    EncodeType<?> known = GENERIC.get(type);
    if (known == null) {
      known = new EncodeType<>(type, Limits.DEFAULT, false);
      GENERIC.put(type, known);
    }
    return (EncodeType<T>) known;
  }

  /** {@return the encoding of a value of whatever class; see {@link org.ferryipc.core.Ferry#encode(Object)}} */
  @SuppressWarnings("unchecked") // kept under the very class of the value
  public static EncodeResult encodeAny(@Nullable Object value) {
    if (value == null) {
      return new EncodeResult.Failed(new EncodeError(EncodeError.Kind.VALUE, "", "the value is null", null));
    }
    if (value instanceof Wire<?> wire) {
      return wire.encode();
    }
    return switch (CLASSES.get(value.getClass())) {
      case EncodeType<?> known -> ((EncodeType<Object>) known).encode(value);
      case EncodeResult.Failed failed -> isOfHiddenClass(value) ? encodeHidden(value) : failed;
      default -> throw new AssertionError(value.getClass());
    };
  }

  // A constant with a body and a segment have classes of their own, which nobody declares.
  private static boolean isOfHiddenClass(Object value) {
    return value instanceof MemorySegment || (value instanceof Enum<?> constant && constant.getDeclaringClass() != value.getClass());
  }

  @SuppressWarnings("unchecked") // the class of the value, or of which it is a constant
  private static EncodeResult encodeHidden(Object value) {
    Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : MemorySegment.class;
    try {
      return ((EncodeType<Object>) of(type)).encode(value);
    } catch (SerializationException refused) {
      return new EncodeResult.Failed(EncodeError.of(refused));
    }
  }

  /** {@return what {@code decoding} comes to, or that the type has no form} See {@link org.ferryipc.core.Ferry#decode}. */
  public static <T> DecodeResult<T> decodeAny(Class<T> type, Function<EncodeType<T>, DecodeResult<T>> decoding) {
    EncodeType<T> found;
    try {
      found = of(type);
    } catch (SerializationException refused) {
      return new DecodeResult.Failed<>(EncodeError.of(refused));
    }
    return decoding.apply(found);
  }

  /** {@return the same with other limits}: message bytes, handles, depth, string length */
  public EncodeType<T> withLimits(Limits other) {
    return new EncodeType<>(type, made, other, boxed);
  }

  /**
   * {@return the same, but results are not written in place}: as if each could be larger than 512 bytes. It is there to show
   * what a wrong judgement of the bound costs.
   */
  public EncodeType<T> boxed() {
    return new EncodeType<>(type, made, limits, true);
  }

  /** {@return the type} */
  public MessageType<T> type() {
    return type;
  }

  /** {@return the most bytes that a value takes, or {@code Integer.MAX_VALUE} if it may take any number} */
  public int bound() {
    return Form.sum(Form.padded(root.size()), root.bound());
  }

  /** {@return the encoding of {@code value}}; never throws for what is wrong with it */
  public EncodeResult encode(T value) {
    return made.handles() ? encodeWithHandles(value) : encodePlain(value);
  }

  private EncodeResult encodePlain(T value) {
    Output out = new Output(EncodeMetadata.BYTES, first, limits, NO_HANDLES);
    try {
      write(value, out);
      return finished(out, MovedHandles.NONE);
    } catch (Problem | StackOverflowError thrown) {
      return new EncodeResult.Failed(reason(thrown));
    }
  }

  private EncodeResult encodeWithHandles(T value) {
    LeasedHandles leased = new LeasedHandles(limits.handles(), made.name());
    Output out = new Output(EncodeMetadata.BYTES, first, limits, leased);
    boolean moved = false;
    try {
      write(value, out);
      MovedHandles handles = leased.commit();
      moved = true;
      return finished(out, handles);
    } catch (Problem | StackOverflowError thrown) {
      return new EncodeResult.Failed(reason(thrown));
    } finally {
      if (!moved) {
        leased.rollback();
      }
    }
  }

  /** {@return why a value was not encoded or bytes not decoded}; what is nobody's fault but ours is thrown again */
  EncodeError reason(Throwable thrown) {
    return switch (thrown) {
      case Problem problem -> EncodeError.of(made.name(), problem);
      case StackOverflowError tooDeep -> EncodeError.tooDeep(made.name(), tooDeep);
      case IllegalStateException closed -> // the arena of the bytes, by another thread and just now
          EncodeError.of(made.name(), Problem.bytes(String.valueOf(closed.getMessage())));
      case RuntimeException ours -> throw ours;
      default -> throw new AssertionError(thrown);
    };
  }

  static EncodeResult finished(Stored out, MovedHandles handles) {
    EncodeMetadata.write(out.array(), 0);
    return new EncodeResult.Ok(new Encoded(out, handles));
  }

  /** The direct path: writes to a message that somebody else has begun. */
  void write(T value, Output out) {
    out.message(root, value);
  }

  /**
   * {@return the value of bytes that came without handles}
   *
   * @param bytes what {@link Encoded} gave; copied, so it does not matter who changes them meanwhile
   */
  public DecodeResult<T> decode(MemorySegment bytes, EncodeMetadata metadata) {
    if (!metadata.isKnown()) {
      return new DecodeResult.Failed<>(EncodeError.unknownMetadata(made.name(), metadata));
    }
    try {
      requireReadable(Memory.of(bytes));
      byte[] own = bytes.toArray(ValueLayout.JAVA_BYTE);
      return new DecodeResult.Ok<>(read(own, 0, own.length, 0, NO_SOURCE));
    } catch (RuntimeException | StackOverflowError thrown) {
      return new DecodeResult.Failed<>(reason(thrown));
    }
  }

  void requireReadable(Memory bytes) {
    if (bytes.size > limits.messageBytes()) {
      throw Problem.limit("messageBytes", limits.messageBytes(), bytes.size);
    }
    String refusal = bytes.refusal();
    if (refusal != null) {
      throw Problem.bytes(refusal);
    }
  }

  /** {@return why bytes were refused of which what was checked is not what was read then} */
  static Problem changing() {
    return Problem.bytes("the bytes change while they are looked at");
  }

  /** {@return the value of an encoded one, handles included}, which is spent by that, also when it fails */
  public DecodeResult<T> decode(Encoded encoded) {
    Incoming spent = encoded.spend("decode");
    int head = EncodeMetadata.BYTES;
    int slots = spent.resources().size();
    try {
      return new DecodeResult.Ok<>(
          slots == 0
              ? read(spent.bytes(), head, spent.length() - head, 0, NO_SOURCE)
              : EndAccess.get()
                  .claiming(
                      spent.resources(),
                      options(),
                      source -> read(spent.bytes(), head, spent.length() - head, slots, source)));
    } catch (RuntimeException | StackOverflowError thrown) {
      return new DecodeResult.Failed<>(reason(thrown));
    }
  }

  /**
   * {@return a view on bytes that came without handles}
   *
   * @param bytes what {@link Encoded} gave; they are checked once and must not change as long as the view is used
   */
  public DecodeResult<Wire<T>> view(MemorySegment bytes, EncodeMetadata metadata) {
    if (!metadata.isKnown()) {
      return new DecodeResult.Failed<>(EncodeError.unknownMetadata(made.name(), metadata));
    }
    try {
      Memory memory = Memory.of(bytes);
      requireReadable(memory);
      byte[] array = memory.array;
      Input in =
          array != null
              ? new HeapInput(array, memory.base, (int) memory.size, limits, NO_SOURCE)
              : new SegmentInput(bytes, limits, NO_SOURCE);
      in.forView(false);
      in.check(root, 0);
      return new DecodeResult.Ok<>(new Wire<>(this, memory, List.of()));
    } catch (IndexOutOfBoundsException elsewhere) {
      return new DecodeResult.Failed<>(EncodeError.of(made.name(), changing()));
    } catch (RuntimeException | StackOverflowError thrown) {
      return new DecodeResult.Failed<>(reason(thrown));
    }
  }

  /**
   * {@return a view on an encoded value, in its own bytes, handles included}, which is spent by that, also when it fails
   *
   * @param encoded what its {@code segments} lead to must not be changed any more
   */
  public DecodeResult<Wire<T>> view(Encoded encoded) {
    Incoming spent = encoded.spend("view");
    int head = EncodeMetadata.BYTES;
    try {
      return new DecodeResult.Ok<>(
          spent.resources().isEmpty()
              ? checked(spent.bytes(), head, spent.length() - head, 0, NO_SOURCE)
              : EndAccess.get()
                  .claiming(
                      spent.resources(),
                      options(),
                      source ->
                          checked(spent.bytes(), head, spent.length() - head, spent.resources().size(), source)));
    } catch (RuntimeException | StackOverflowError thrown) {
      return new DecodeResult.Failed<>(reason(thrown));
    }
  }

  // Of channel ends that come out of a value; made only when there are any.
  private ChannelOptions options() {
    return ChannelOptions.defaults().withCodec(EncodeCodec.get()).withLimits(limits);
  }

  /** {@return a view on bytes that nobody else has} */
  Wire<T> checked(byte[] own, int offset, int length, int slots, HandleSource handles) {
    HeapInput in = new HeapInput(own, offset, length, limits, handles);
    in.forView(made.handles());
    in.check(root, slots);
    return new Wire<>(this, new Memory(own, offset, length), in.taken());
  }

  @SuppressWarnings("unchecked") // the form is that of T
  T read(byte[] bytes, int offset, int length, int slots, HandleSource handles) {
    HeapInput in = new HeapInput(bytes, offset, length, limits, handles);
    in.check(root, slots);
    return (T) root.read(in, 0);
  }

  /** {@return how many bytes a result of {@code size} gets} */
  int room(int size) {
    return boxed ? Math.max(BOX_BYTES, size) : size;
  }

  Form root() {
    return root;
  }

  Limits limits() {
    return limits;
  }

  String name() {
    return made.name();
  }

  boolean hasHandles() {
    return made.handles();
  }
}
