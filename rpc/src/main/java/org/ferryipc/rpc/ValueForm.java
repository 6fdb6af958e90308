package org.ferryipc.rpc;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** How values of one declared type are written and read. Safe for any thread. */
interface ValueForm {

  /** Writes a value. */
  void write(@Nullable Object value, WireWriter out, Cargo cargo) throws IpcException;

  /**
   * {@return the value that stands there}
   *
   * @throws SerializationException if none does; what was put into {@code cargo} is the caller's to drop
   */
  @Nullable Object read(WireReader in, Cargo cargo) throws SerializationException;

  /**
   * {@return whether values travel by reference}: these are written first, so that none is behind one that does not
   * decode
   */
  default boolean byReference() {
    return false;
  }

  /** {@return whether handles can be in a value} */
  default boolean mayHoldHandles() {
    return false;
  }
}
