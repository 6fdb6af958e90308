package org.ferryipc.benches.encode;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.encode.Encoded;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.failure.IpcException;

/** By records. */
final class RecordSerde<T> extends Serde {
  private final EncodeType<T> type;
  private final Mapping<T> mapping;

  RecordSerde(EncodeType<T> type, Mapping<T> mapping) {
    this.type = type;
    this.mapping = mapping;
  }

  @Override
  Object serialize(Datagram from) throws IpcException {
    return type.encode(mapping.record(from)).orElseThrow();
  }

  @Override
  void deserialize(Object serialized, Datagram into) throws IpcException {
    mapping.struct(type.decode((Encoded) serialized).orElseThrow(), into);
  }

  @Override
  void deserialize(MemorySegment bytes, EncodeMetadata metadata, Datagram into) throws IpcException {
    mapping.struct(type.decode(bytes, metadata).orElseThrow(), into);
  }
}
