package org.ferryipc.core.smile;

import java.util.regex.Pattern;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.PeerText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * What Jackson throws, as exceptions of ours.
 *
 * <p>Jackson wraps what happens under it, layer by layer, in exceptions of its own. The first one under them that is not
 * Jackson's is what happened: if it is ours it comes out itself; if it is the user's it becomes the cause.
 */
final class Failures {
  // Advice on settings of a mapper, which a user of Ferry does not have.
  private static final Pattern HINT = Pattern.compile(
      " \\((set `|but (could|might) if |although at least )[^)]*\\)|: disable \\S+ to allow");

  private Failures() {}

  /** {@return why a type cannot travel} */
  static SerializationException binding(String type, RuntimeException failed) {
    return serialization(type, failed);
  }

  /**
   * {@return why a value was not encoded}
   *
   * @throws HandleStateException if a handle refused the lease
   * @throws LimitExceededException if the buffer, the table or the nesting is full
   */
  static SerializationException encoding(String type, Limits limits, RuntimeException failed)
      throws LimitExceededException {
    Throwable origin = origin(failed);
    if (origin instanceof HandleStateException state) {
      throw state;
    }
    if (origin instanceof LimitExceededException limit) {
      throw limit;
    }
    if (origin instanceof StreamConstraintsException) { // the only constraint of a writer
      throw new LimitExceededException(type, "depth", limits.depth(), limits.depth() + 1L);
    }
    return serialization(type, failed);
  }

  /** {@return why bytes were not a message} */
  static SerializationException decoding(String type, Limits limits, RuntimeException failed) {
    if (origin(failed) instanceof StreamConstraintsException over) {
      return new SerializationException(type + path(failed) + ": " + limitIn(over, limits), failed);
    }
    return serialization(type, failed);
  }

  private static SerializationException serialization(String type, RuntimeException failed) {
    Throwable origin = origin(failed);
    String where = type + path(failed);
    if (origin instanceof SerializationException ours && where.equals(type)) {
      return ours;
    }
    Throwable cause = origin instanceof JacksonException ? failed : origin;
    return new SerializationException(where + ": " + printable(text(origin)), cause);
  }

  private static String text(Throwable origin) {
    return switch (origin) {
      case JacksonException jacksons -> HINT.matcher(String.valueOf(jacksons.getOriginalMessage())).replaceAll("");
      case SerializationException ours -> String.valueOf(ours.getMessage());
      default -> origin.toString();
    };
  }

  /** {@return the first throwable under Jackson's own, or the innermost of Jackson's} */
  private static Throwable origin(Throwable failed) {
    Throwable at = failed;
    while (at instanceof JacksonException && at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
    }
    return at;
  }

  /** {@return {@code .rows[3].name}: where in the message Jackson was} */
  private static String path(RuntimeException failed) {
    if (!(failed instanceof JacksonException jacksons)) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (JacksonException.Reference step : jacksons.getPath()) {
      if (step.getPropertyName() != null) {
        text.append('.').append(step.getPropertyName());
      } else if (step.getIndex() >= 0) {
        text.append('[').append(step.getIndex()).append(']');
      }
    }
    return printable(text.toString());
  }

  // Jackson says only in words which constraint it was.
  private static String limitIn(StreamConstraintsException over, Limits limits) {
    String text = over.getOriginalMessage();
    String limit =
        text.contains("getMaxNestingDepth")
            ? "depth is limited to " + limits.depth()
            : text.contains("getMaxStringLength") || text.contains("getMaxNameLength")
                ? "stringLength is limited to " + limits.stringLength()
                : text.contains("getMaxNumberLength")
                    ? "a number is limited to " + SmileMappers.LONGEST_NUMBER + " bytes"
                    : "messageBytes is limited to " + limits.messageBytes();
    return limit + "; " + printable(text);
  }

  // Texts of Jackson quote the message, which a peer may have filled with anything.
  private static String printable(@Nullable String text) {
    return text == null ? "" : PeerText.printable(text);
  }
}
