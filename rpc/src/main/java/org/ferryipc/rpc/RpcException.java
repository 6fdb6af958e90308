package org.ferryipc.rpc;

import java.time.Duration;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.jspecify.annotations.Nullable;

/**
 * Why a call through an interface has no result. {@link #mayHaveExecuted} tells whether the other side can have begun
 * it.
 *
 * <p>A method that declares {@link java.io.IOException} throws a {@link org.ferryipc.core.failure.CallFailedException}
 * with this as its cause instead; a method that returns a future completes it with this. Handles in the arguments of a
 * call that was surely not sent are usable as before; those of any other call have moved, and are closed if nobody got
 * them.
 */
public abstract sealed class RpcException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayHaveExecuted;

  private RpcException(String message, @Nullable Throwable cause, boolean mayHaveExecuted) {
    super(message, cause);
    this.mayHaveExecuted = mayHaveExecuted;
  }

  /** {@return whether the implementation may have been called}; if not, the call can be made again without harm */
  public final boolean mayHaveExecuted() {
    return mayHaveExecuted;
  }

  /** The call could not be sent: it was never executed, and its handles are here. */
  public static final class NotDelivered extends RpcException {
    private static final long serialVersionUID = 1L;

    NotDelivered(String message, @Nullable Throwable cause) {
      super(message, cause, false);
    }
  }

  /**
   * The call was sent, and what became of it cannot be known: the connection ended, or the result was lost on the way.
   */
  public static final class MaybeExecuted extends RpcException {
    private static final long serialVersionUID = 1L;

    MaybeExecuted(String message, @Nullable Throwable cause) {
      super(message, cause, true);
    }
  }

  /** The time limit has passed. If the call had been sent, the other side was told to cancel it. */
  public static final class TimedOut extends RpcException {
    private static final long serialVersionUID = 1L;

    private final Duration limit;

    TimedOut(String message, Duration limit, boolean sent) {
      super(message, null, sent);
      this.limit = limit;
    }

    /** {@return the limit that has passed} */
    public Duration limit() {
      return limit;
    }
  }

  /** The caller was interrupted or cancelled its future, or the other side cancelled the call before it ran. */
  public static final class Cancelled extends RpcException {
    private static final long serialVersionUID = 1L;

    Cancelled(String message, boolean sent) {
      super(message, null, sent);
    }
  }

  /** The other side is gone or is shutting down, and that was known before the call was sent or by its refusal. */
  public static final class ServerGone extends RpcException {
    private static final long serialVersionUID = 1L;

    private final transient CloseReason reason;

    ServerGone(String message, CloseReason reason) {
      super(message, null, false);
      this.reason = reason;
    }

    /** {@return why, as far as it is known} */
    public CloseReason reason() {
      return reason;
    }
  }

  /** The other side has no such method: its interface is older or newer. Known without asking. */
  public static final class UnknownMethod extends RpcException {
    private static final long serialVersionUID = 1L;

    UnknownMethod(String message) {
      super(message, null, false);
    }
  }

  /**
   * An argument can not be encoded here, or was not understood on the other side; the implementation was not called.
   */
  public static final class BadArgument extends RpcException {
    private static final long serialVersionUID = 1L;

    BadArgument(String message, @Nullable Throwable cause) {
      super(message, cause, false);
    }
  }

  /** A limit stands in the way: size, handles, calls in flight, exports, nesting. The implementation was not called. */
  public static final class LimitReached extends RpcException {
    private static final long serialVersionUID = 1L;

    LimitReached(String message, @Nullable Throwable cause) {
      super(message, cause, false);
    }
  }

  /**
   * The implementation threw. What it threw is told in words: nothing that the other side sends chooses a class here.
   */
  public static final class RemoteFailure extends RpcException {
    private static final long serialVersionUID = 1L;

    private final String type;
    private final String text;
    private final List<String> frames;

    RemoteFailure(String method, String type, String text, List<String> frames) {
      super(method + ": " + type + (text.isEmpty() ? "" : ": " + text) + told(frames), null, true);
      this.type = type;
      this.text = text;
      this.frames = List.copyOf(frames);
    }

    private static String told(List<String> frames) {
      return frames.isEmpty() ? "" : "\n    [there] " + String.join("\n    [there] ", frames);
    }

    /** {@return the name of the class that was thrown} */
    public String type() {
      return type;
    }

    /** {@return its message; empty if it had none} */
    public String text() {
      return text;
    }

    /** {@return where it was thrown, a line for each frame, and what caused it} */
    public List<String> frames() {
      return frames;
    }
  }
}
