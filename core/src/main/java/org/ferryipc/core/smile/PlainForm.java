package org.ferryipc.core.smile;

import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;

/** How the values of a type are told to Jackson's generator token by token, and taken from its parser in the same order. */
sealed interface PlainForm permits PlainRecord, PlainHandles {
  /** {@return how many places it needs for what it reads} */
  int places();

  /** {@return whether it is of this very type} */
  boolean fits(Object value);

  /**
   * Writes what {@linkplain #fits fits}.
   *
   * @throws tools.jackson.core.JacksonException if that fails, with the path to where it did
   */
  void write(Object value, LastingGenerator out, HandleSink handles);

  /** Reads up to the last byte, and takes no handle yet. {@return whether nothing else than was expected stood there} */
  boolean read(LastingParser in, PlainValues into);

  /**
   * {@return the value that was read}
   *
   * @throws tools.jackson.core.JacksonException if a handle cannot be taken, with its path
   * @throws RuntimeException if the program does not let it be made
   */
  Object make(PlainValues from, HandleSource handles);
}
