package org.ferryipc.core.smile;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.ferryipc.core.failure.LimitExceededException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Numbers where Jackson is laxer than a message may be. */
final class StrictNumbers extends SimpleModule {
  private static final long serialVersionUID = 1L;

  StrictNumbers() {
    addSerializer(BigInteger.class, new Whole());
    addSerializer(BigDecimal.class, new Decimal());
    addDeserializer(Byte.class, new SignedByte(Byte.class, false));
    addDeserializer(byte.class, new SignedByte(byte.class, true));
    addDeserializer(Float.class, new ExactFloat(Float.class, false));
    addDeserializer(float.class, new ExactFloat(float.class, true));
    addDeserializer(Double.class, new ExactDouble(Double.class, false));
    addDeserializer(double.class, new ExactDouble(double.class, true));
  }

  // A receiver refuses longer ones; the sender must hear it first, before anything moves.
  private static void checkLength(BigInteger digits, SerializationContext context) {
    int bytes = digits.bitLength() / Byte.SIZE + 1;
    if (bytes > SmileMappers.LONGEST_NUMBER) {
      CurrentMessage message = CurrentMessage.of(context);
      throw new Carried(
          new LimitExceededException(
              message == null ? "" : message.root.name(), "bytes of a number", SmileMappers.LONGEST_NUMBER, bytes));
    }
  }

  private static final class Whole extends StdScalarSerializer<BigInteger> {
    Whole() {
      super(BigInteger.class);
    }

    @Override
    public void serialize(BigInteger value, JsonGenerator out, SerializationContext context) {
      checkLength(value, context);
      out.writeNumber(value);
    }
  }

  private static final class Decimal extends StdScalarSerializer<BigDecimal> {
    Decimal() {
      super(BigDecimal.class);
    }

    @Override
    public void serialize(BigDecimal value, JsonGenerator out, SerializationContext context) {
      checkLength(value.unscaledValue(), context);
      out.writeNumber(value);
    }
  }

  private abstract static class Strict<N extends Number> extends StdScalarDeserializer<N> {
    private final boolean primitive;

    Strict(Class<N> type, boolean primitive) {
      super(type);
      this.primitive = primitive;
    }

    /** {@return the number, or null if it does not fit} */
    abstract @Nullable N read(JsonParser in);

    @Override
    public @Nullable N deserialize(JsonParser in, DeserializationContext context) {
      if (!in.currentToken().isNumeric()) {
        @SuppressWarnings("unchecked") // what it returns, if it does return, is of the type it was asked for
        N made = (N) context.handleUnexpectedToken(getValueType(context), in);
        return made;
      }
      N value = read(in);
      return value != null
          ? value
          : context.reportInputMismatch(this, "%s does not fit into a %s", in.getString(), name());
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
      return primitive ? context.reportInputMismatch(this, "null for the primitive type %s", name()) : null;
    }

    private String name() {
      return handledType().getSimpleName();
    }
  }

  /** Jackson takes 128 to 255 for a byte and gives a negative one. */
  private static final class SignedByte extends Strict<Byte> {
    SignedByte(Class<Byte> type, boolean primitive) {
      super(type, primitive);
    }

    @Override
    @Nullable Byte read(JsonParser in) {
      if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
        return null;
      }
      int value = in.getIntValue();
      return value == (byte) value ? (byte) value : null;
    }
  }

  /** Jackson rounds what comes as a double, and makes infinities of large ones. */
  private static final class ExactFloat extends Strict<Float> {
    ExactFloat(Class<Float> type, boolean primitive) {
      super(type, primitive);
    }

    @Override
    @Nullable Float read(JsonParser in) {
      if (in.getNumberType() == NumberType.FLOAT) {
        return in.getFloatValue(); // bit by bit: a double in between would change the payload of a NaN
      }
      Double value = ExactDouble.exact(in);
      return value != null && (value == (float) (double) value || value.isNaN()) ? (Float) (float) (double) value : null;
    }
  }

  /** Jackson rounds what comes as a large whole number. */
  private static final class ExactDouble extends Strict<Double> {
    ExactDouble(Class<Double> type, boolean primitive) {
      super(type, primitive);
    }

    @Override
    @Nullable Double read(JsonParser in) {
      return exact(in);
    }

    static @Nullable Double exact(JsonParser in) {
      double value = in.getDoubleValue();
      return switch (in.getNumberType()) {
        case FLOAT, DOUBLE -> value;
        case INT, LONG -> (long) value == in.getLongValue() && value != 0x1p63 ? (Double) value : null;
        case BIG_INTEGER, BIG_DECIMAL ->
            Double.isFinite(value) && new BigDecimal(value).compareTo(in.getDecimalValue()) == 0 ? (Double) value : null;
      };
    }
  }
}
