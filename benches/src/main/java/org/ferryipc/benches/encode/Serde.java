package org.ferryipc.benches.encode;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.encode.Encoded;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.failure.IpcException;

/** One message in one flavour: from the struct to bytes, and back. */
abstract class Serde {
  /** {@return the bytes of a struct}, as what {@code encode} gives, or an array */
  abstract Object serialize(Datagram from) throws IpcException;

  /** Reads what {@link #serialize} gave. */
  abstract void deserialize(Object serialized, Datagram into) throws IpcException;

  /** Reads what {@link #bytes} gave. */
  abstract void deserialize(MemorySegment bytes, EncodeMetadata metadata, Datagram into) throws IpcException;

  /** {@return a copy of what {@link #serialize} gave} */
  static byte[] bytes(Object serialized) {
    return serialized instanceof Encoded encoded ? encoded.toByteArray() : ((byte[]) serialized).clone();
  }
}
