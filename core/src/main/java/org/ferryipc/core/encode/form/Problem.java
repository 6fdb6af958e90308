package org.ferryipc.core.encode.form;

import org.jspecify.annotations.Nullable;

/** Why a value or its bytes were refused, and where. Thrown inside this package and {@code encode} only; has no stack. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was wrong. */
  public enum Kind {
    /** The value cannot be encoded: something is missing, too long, or not of its type. */
    VALUE,
    /** A limit was passed. */
    LIMIT,
    /** The program's own code (an accessor, a constructor, a collection) threw. */
    CODE,
    /** A handle refused. */
    HANDLE,
    /** The bytes are no value of the type. */
    BYTES
  }

  private final Kind kind;
  private final String detail;
  private final String limit;
  private final long allowed;
  private final long asked;
  private String path = "";

  private Problem(Kind kind, String detail, String limit, long allowed, long asked, @Nullable Throwable cause) {
    super(null, cause, false, false);
    this.kind = kind;
    this.detail = detail;
    this.limit = limit;
    this.allowed = allowed;
    this.asked = asked;
  }

  /** {@return a value that cannot be encoded} */
  public static Problem value(String detail) {
    return new Problem(Kind.VALUE, detail, "", 0, 0, null);
  }

  /** {@return bytes that are no value} */
  public static Problem bytes(String detail) {
    return new Problem(Kind.BYTES, detail, "", 0, 0, null);
  }

  /** {@return a limit that was passed} */
  public static Problem limit(String limit, long allowed, long asked) {
    return new Problem(
        Kind.LIMIT, limit + " is limited to " + allowed + ", asked for " + asked, limit, allowed, asked, null);
  }

  /** {@return what the program's code threw} */
  public static Problem code(String what, Throwable thrown) {
    return new Problem(Kind.CODE, what + " threw " + thrown, "", 0, 0, thrown);
  }

  /** {@return what a handle, or the table of handles, threw} */
  public static Problem handle(Exception thrown) {
    return new Problem(Kind.HANDLE, String.valueOf(thrown.getMessage()), "", 0, 0, thrown);
  }

  /** Says that all this happened in {@code step}: {@code .name} or {@code [3]}. {@return this} */
  Problem under(String step) {
    path = step + path;
    return this;
  }

  /** {@return what was wrong} */
  public Kind kind() {
    return kind;
  }

  /** {@return where, for instance {@code .parts[3].name}; empty for the value itself} */
  public String path() {
    return path;
  }

  /** {@return what was wrong, in words} */
  public String detail() {
    return detail;
  }

  /** {@return the name of the limit; empty unless it is one} */
  public String limit() {
    return limit;
  }

  /** {@return the value of the limit} */
  public long allowed() {
    return allowed;
  }

  /** {@return what was asked for} */
  public long asked() {
    return asked;
  }

  @Override
  public String getMessage() {
    return path + ": " + detail;
  }
}
