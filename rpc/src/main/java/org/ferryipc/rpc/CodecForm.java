package org.ferryipc.rpc;

import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** A value that the codec of the connection writes, as it would write a message; or none, which a message cannot be. */
record CodecForm<T>(MessageCodec<T> codec) implements ValueForm {
  private static final int NONE = 0;
  private static final int SOME = 1;

  @Override
  @SuppressWarnings("unchecked") // a proxy and an implementation have the declared types
  public void write(@Nullable Object value, WireWriter out, Cargo cargo) throws IpcException {
    if (value == null) {
      out.octet(NONE);
    } else {
      out.octet(SOME);
      out.value((T) value, codec);
    }
  }

  @Override
  public @Nullable Object read(WireReader in, Cargo cargo) throws SerializationException {
    return switch (in.octet()) {
      case NONE -> null;
      case SOME -> in.value(codec);
      default -> throw WireReader.wrong("a value is neither there nor absent");
    };
  }

  @Override
  public boolean mayHoldHandles() {
    return true;
  }
}
