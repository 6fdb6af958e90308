package org.ferryipc.core.smile;

import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import tools.jackson.core.JacksonException;

/** What Jackson throws, as exceptions of ours. */
final class Failures {
  // A cause chain of ours is a handful deep; one that is longer is a loop.
  private static final int LONGEST_CHAIN = 100;

  private Failures() {}

  static SerializationException binding(String type, RuntimeException failed) {
    SerializationException ours = find(failed, SerializationException.class);
    return ours != null ? ours : new SerializationException(type + ": " + text(failed), failed);
  }

  static SerializationException encoding(String type, RuntimeException failed) throws LimitExceededException {
    HandleStateException state = find(failed, HandleStateException.class);
    if (state != null) {
      throw state;
    }
    LimitExceededException limit = find(failed, LimitExceededException.class);
    if (limit != null) {
      throw limit;
    }
    return binding(type, failed);
  }

  static SerializationException decoding(String type, RuntimeException failed) {
    return binding(type, failed);
  }

  private static String text(RuntimeException failed) {
    return failed instanceof JacksonException j
        ? j.getPathReference() + " " + j.getOriginalMessage()
        : String.valueOf(failed);
  }

  private static <X extends Throwable> @org.jspecify.annotations.Nullable X find(Throwable thrown, Class<X> wanted) {
    Throwable at = thrown;
    for (int i = 0; i < LONGEST_CHAIN && at != null; i++) {
      if (wanted.isInstance(at)) {
        return wanted.cast(at);
      }
      at = at.getCause();
    }
    return null;
  }
}
