package org.ferryipc.core.codec;

import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.SerializationException;

/** Where a decoder takes handles from. Belongs to one message and one thread. */
public interface HandleSource {

  /**
   * Takes the handle in {@code slot}, once.
   *
   * @param slot the number that stood in the bytes; a peer's, so any number
   * @param shape what the declared type wants
   * @throws SerializationException if there is no such slot, it was taken before, or it holds another kind of handle
   */
  Handle take(int slot, HandleShape shape) throws SerializationException;
}
