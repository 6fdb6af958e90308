package org.ferryipc.benches.encode;

import org.ferryipc.core.Ferry;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.encode.EncodeCodec;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does {@code Ferry.encode}, which finds the type and makes a result, cost over what a channel does with a record? */
@State(Scope.Thread)
public class ErasedOrDirect {
  private static final HandleSink NO_HANDLES =
      handle -> {
        throw new AssertionError(handle);
      };

  /** Which sort of address. */
  @Param({"IPv4", "IPv6"})
  public String address = "IPv4";

  /** Whether everything is in it. */
  @Param({"Empty", "Full"})
  public String fill = "Empty";

  private final PayloadBuffer buffer = new PayloadBuffer("benchmark", Limits.DEFAULT.messageBytes());

  @SuppressWarnings("NullAway.Init") // by make
  private RecvMsgMeta value;

  @SuppressWarnings("NullAway.Init") // by make
  private MessageCodec<RecvMsgMeta> codec;

  /** Makes the record. */
  @Setup
  public void make() throws IpcException {
    value = new RecvRecords().record(Datagram.received(address.equals("IPv6"), fill.equals("Full")));
    codec = EncodeCodec.get().bind(MessageType.of(RecvMsgMeta.class), Limits.DEFAULT);
  }

  /** By the public function for any value. */
  @Benchmark
  public Object erased() {
    return Ferry.encode(value);
  }

  /** By the channel's way, into memory that is used again. */
  @Benchmark
  public Object direct() throws IpcException {
    buffer.reset();
    codec.encode(value, buffer, NO_HANDLES);
    return buffer;
  }
}
