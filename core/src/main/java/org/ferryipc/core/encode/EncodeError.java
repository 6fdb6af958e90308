package org.ferryipc.core.encode;

import org.ferryipc.core.encode.form.Problem;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.PeerText;
import org.jspecify.annotations.Nullable;

/**
 * Why something was not encoded or not decoded.
 *
 * @param kind what sort of thing was wrong
 * @param where the type and the place in it, for instance {@code Job.parts[3].name}
 * @param detail what was found, and what would have been right
 * @param cause what the program's own code or a handle threw, if that was it
 */
public record EncodeError(Kind kind, String where, String detail, @Nullable Throwable cause) {

  /** What sort of thing was wrong. */
  public enum Kind {
    /** No value of the type has a form: the type must be changed. */
    TYPE,
    /** This value has none: something is null, of the wrong length or class. */
    VALUE,
    /** A limit was passed; the detail has its name, its value and what was asked for. */
    LIMIT,
    /** The program's own code threw: an accessor, a constructor, a list. */
    CODE,
    /** A handle is moved, closed, in use, or mentioned twice; or came as another kind than the type says. */
    HANDLE,
    /** The metadata are none that this version of the library reads. */
    METADATA,
    /** The bytes are not the encoding of a value of the type. */
    BYTES
  }

  static EncodeError of(String type, Problem problem) {
    Kind kind =
        switch (problem.kind()) {
          case VALUE -> Kind.VALUE;
          case LIMIT -> Kind.LIMIT;
          case CODE -> Kind.CODE;
          case HANDLE -> Kind.HANDLE;
          case BYTES -> Kind.BYTES;
        };
    return new EncodeError(kind, type + problem.path(), PeerText.printable(problem.detail()), problem.getCause());
  }

  static EncodeError of(SerializationException refused) {
    return new EncodeError(Kind.TYPE, "", String.valueOf(refused.getMessage()), refused);
  }

  static EncodeError unknownMetadata(String type, EncodeMetadata found) {
    return new EncodeError(Kind.METADATA, type, "encoded in a form that this version does not know: " + found, null);
  }

  static EncodeError tooDeep(String type, StackOverflowError cause) {
    return new EncodeError(Kind.LIMIT, type, "nested too deeply", cause);
  }

  /** {@return all of it in one line} */
  public String describe() {
    return where.isEmpty() ? detail : where + ": " + detail;
  }
}
