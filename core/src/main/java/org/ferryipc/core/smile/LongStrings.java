package org.ferryipc.core.smile;

import org.ferryipc.core.failure.LimitExceededException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.dataformat.smile.SmileFactory;

/**
 * Finds strings that a receiver with the same limits would refuse. Jackson has no such limit for writing.
 *
 * <p>A unit of UTF-16 takes at least a byte, so only a message of more bytes than the limit needs the look, and pays for
 * it by being read once more.
 */
final class LongStrings {
  private static final SmileFactory WITHOUT_LIMITS =
      SmileFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private LongStrings() {}

  static void check(String type, byte[] message, int offset, int length, int longest) throws LimitExceededException {
    if (length <= longest) {
      return;
    }
    try (JsonParser tokens = WITHOUT_LIMITS.createParser(ObjectReadContext.empty(), message, offset, length)) {
      for (JsonToken token = tokens.nextToken(); token != null; token = tokens.nextToken()) {
        if (token == JsonToken.VALUE_STRING || token == JsonToken.PROPERTY_NAME) {
          int units = tokens.getStringLength();
          if (units > longest) {
            throw new LimitExceededException(type, "stringLength", longest, units);
          }
        }
      }
    }
  }
}
