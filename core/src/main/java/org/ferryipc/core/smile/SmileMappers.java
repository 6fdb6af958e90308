package org.ferryipc.core.smile;

import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.Limits;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.dataformat.smile.SmileFactory;
import tools.jackson.dataformat.smile.SmileMapper;
import tools.jackson.dataformat.smile.SmileWriteFeature;
import tools.jackson.module.blackbird.BlackbirdModule;

/** The mappers, one for each set of limits: Jackson keeps limits in the factory of tokens. */
final class SmileMappers {
  // Longer numbers are no use to a record, and cost more than their length to read.
  private static final int MOST_DIGITS = 1_000;

  private final ConcurrentHashMap<Limits, SmileMapper> made = new ConcurrentHashMap<>();

  SmileMapper with(Limits limits) {
    return made.computeIfAbsent(limits, SmileMappers::make);
  }

  private static SmileMapper make(Limits limits) {
    SmileFactory tokens =
        SmileFactory.builder()
            .disable(SmileWriteFeature.ENCODE_BINARY_AS_7BIT)
            // A message that names a property twice has two meanings: the peer is broken or hostile.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(limits.depth())
                    .maxStringLength(limits.stringLength())
                    .maxDocumentLength(Math.max(1, limits.messageBytes()))
                    // A token is at least a byte.
                    .maxTokenCount(Math.max(1, limits.messageBytes()))
                    .maxNumberLength(MOST_DIGITS)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(limits.depth()).build())
            .build();
    return SmileMapper.builder(tokens)
        .addModule(new BlackbirdModule())
        .addModule(new HandleModule())
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .disable(SerializationFeature.CLOSE_CLOSEABLE)
        .build();
  }
}
