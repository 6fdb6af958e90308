package org.ferryipc.rpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a call has no result, as it travels.
 *
 * @param kind the sort of failure
 * @param type the name of what was thrown; empty unless {@link Kind#THROWN}
 * @param text what went wrong, in words
 * @param frames where it was thrown; empty unless {@link Kind#THROWN}
 */
record Fault(Kind kind, String type, String text, List<String> frames) {
  // Together below 48 KiB as UTF-8, which every side takes: Wire.LEAST_TAKEN.
  private static final int MOST_FRAMES = 48;
  private static final int LONGEST_LINE = 256;
  private static final int LONGEST_TEXT = 1000;

  /** The sort of failure; travels as its ordinal. */
  enum Kind {
    /** The implementation threw. */
    THROWN,
    /** There is no such method here. */
    UNKNOWN_METHOD(true),
    /** The arguments cannot be used. */
    BAD_ARGUMENT,
    /** Too many calls, or nested too deeply. */
    LIMIT,
    /** This side takes no calls any more. */
    LEAVING,
    /** Cancelled before it began. */
    CANCELLED,
    /** Cancelled after it had begun. */
    INTERRUPTED,
    /** The called object was let go. */
    LET_GO(true);

    static final List<Kind> ALL = List.of(values());

    /** Whether the arguments were not even read: references in them have not arrived. */
    final boolean unread;

    Kind() {
      this(false);
    }

    Kind(boolean unread) {
      this.unread = unread;
    }
  }

  Fault {
    type = cut(type, LONGEST_LINE);
    text = cut(text, LONGEST_TEXT);
    frames = List.copyOf(frames);
  }

  static Fault of(Kind kind, String text) {
    return new Fault(kind, "", text, List.of());
  }

  /** {@return what the implementation threw, in words} */
  static Fault thrown(Throwable thrown) {
    try {
      return told(thrown);
    } catch (RuntimeException | Error unsaid) { // what is asked for here are methods of the program's
      return new Fault(Kind.THROWN, thrown.getClass().getName(), "", List.of());
    }
  }

  private static Fault told(Throwable thrown) {
    List<String> frames = new ArrayList<>();
    add(frames, thrown);
    for (Throwable cause = thrown.getCause(); cause != null && frames.size() < MOST_FRAMES; cause = cause.getCause()) {
      frames.add(cut("caused by " + cause.getClass().getName() + ": " + messageOf(cause), LONGEST_LINE));
      add(frames, cause);
    }
    return new Fault(Kind.THROWN, thrown.getClass().getName(), messageOf(thrown), frames);
  }

  private static void add(List<String> frames, Throwable of) {
    for (StackTraceElement frame : of.getStackTrace()) {
      if (frames.size() >= MOST_FRAMES || frame.getClassName().startsWith("org.ferryipc.rpc.MethodPlan")) {
        return; // what is below is ours
      }
      frames.add(cut(frame.toString(), LONGEST_LINE));
    }
  }

  private static String messageOf(Throwable thrown) {
    try {
      String message = thrown.getMessage();
      return message == null ? "" : message;
    } catch (RuntimeException | Error unsaid) {
      return "";
    }
  }

  // The halves of a pair stay together: half of one cannot be written.
  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }

  /** {@return the exception of the caller, for whom {@code method} failed so} */
  RpcException toException(String method) {
    String said = method + ": " + text;
    return switch (kind) {
      case THROWN -> new RpcException.RemoteFailure(method, type, text, frames);
      case UNKNOWN_METHOD -> new RpcException.UnknownMethod(said);
      case BAD_ARGUMENT, LET_GO -> new RpcException.BadArgument(said, null);
      case LIMIT -> new RpcException.LimitReached(said, null);
      case LEAVING -> new RpcException.ServerGone(said, goodbye(text));
      case CANCELLED -> new RpcException.Cancelled(said, false);
      case INTERRUPTED -> new RpcException.Cancelled(said, true);
    };
  }

  /** {@return a reason that says {@code text}} */
  static org.ferryipc.core.CloseReason.Closed goodbye(@Nullable String text) {
    return new org.ferryipc.core.CloseReason.Closed(0, cut(text == null ? "" : text, LONGEST_TEXT));
  }
}
