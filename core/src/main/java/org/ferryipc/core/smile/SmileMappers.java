package org.ferryipc.core.smile;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.Limits;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.type.LogicalType;
import tools.jackson.dataformat.smile.SmileFactory;
import tools.jackson.dataformat.smile.SmileMapper;
import tools.jackson.dataformat.smile.SmileWriteFeature;
import tools.jackson.module.blackbird.BlackbirdModule;

/** The mappers, one for each set of limits: Jackson keeps limits in the factory of tokens. */
final class SmileMappers {
  // Bytes of one big integer: 2,400 digits. What a peer may make us print in an error text costs the square of it.
  static final int LONGEST_NUMBER = 1_000;

  // Jackson counts names in bytes, rounded up to four, and UTF-8 needs at most three for each unit of UTF-16.
  private static final int NAME_BYTES_PER_UNIT = 3;
  private static final int NAME_ROUNDING = 4;

  private final ConcurrentHashMap<Tokens, SmileMapper> made = new ConcurrentHashMap<>();

  SmileMapper with(Limits limits) {
    return made.computeIfAbsent(
        new Tokens(limits.messageBytes(), limits.depth(), limits.stringLength()), SmileMappers::make);
  }

  /** What of the limits concerns a mapper. */
  private record Tokens(int messageBytes, int depth, int stringLength) {}

  private static SmileMapper make(Tokens limits) {
    return SmileMapper.builder(factory(limits))
        // Measured on a list of 50 records of five components: three times faster to read than without, twice to write.
        .addModule(new BlackbirdModule())
        .addModule(new StrictNumbers())
        .addModule(new UntypedPlaces())
        .addModule(new LongBinaries())
        .annotationIntrospector(new FerryAnnotations())
        .defaultAttributes(HandleAttributes.IDLE)
        // A message says what it says or is refused: nothing is made up, rounded or guessed.
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(LogicalType.Textual, SmileMappers::onlyFromText)
        // So that a newer peer may send more.
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        // The name of a constant is part of the type; what it prints may be translated.
        .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
        .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
        // A getX() beside the components is no part of the message; it might even make a handle.
        .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        // A time with its zone stays what it is.
        .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
        .disable(DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE)
        .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
        .build();
  }

  private static void onlyFromText(MutableCoercionConfig text) {
    for (CoercionInputShape other :
        List.of(
            CoercionInputShape.Integer,
            CoercionInputShape.Float,
            CoercionInputShape.Boolean,
            CoercionInputShape.Binary)) {
      text.setCoercion(other, CoercionAction.Fail);
    }
  }

  private static SmileFactory factory(Tokens limits) {
    return new MessageTokens(
        SmileFactory.builder()
            .disable(SmileWriteFeature.ENCODE_BINARY_AS_7BIT)
            // A message that names a property twice has two meanings: the peer is broken or hostile.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .streamReadConstraints(reading(limits))
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(limits.depth()).build()));
  }

  private static StreamReadConstraints reading(Tokens limits) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(limits.depth())
        .maxStringLength(limits.stringLength())
        .maxNameLength(
            (int) Math.min(Integer.MAX_VALUE, (long) NAME_BYTES_PER_UNIT * limits.stringLength() + NAME_ROUNDING))
        // Zero would mean without limit.
        .maxDocumentLength(Math.max(1, limits.messageBytes()))
        // A token is at least a byte.
        .maxTokenCount(Math.max(1, limits.messageBytes()))
        .maxNumberLength(LONGEST_NUMBER)
        .build();
  }
}
