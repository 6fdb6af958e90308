package org.ferryipc.benches.encode;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does it cost to bring the control data of a datagram from a struct into bytes, and back? */
@State(Scope.Thread)
public class UdpSerde {
  /** As what it is written and read. */
  @Param({"segments", "records", "smile"})
  public String flavour = "segments";

  /** Which message. */
  @Param({"SendMsgMeta", "RecvMsgMeta"})
  public String message = "SendMsgMeta";

  /** Which sort of address. */
  @Param({"IPv4", "IPv6"})
  public String address = "IPv4";

  /** Whether everything is in it. */
  @Param({"Empty", "Full"})
  public String fill = "Empty";

  /** Whether results are made as if they were large. */
  @Param({"off", "on"})
  public String boxed = "off";

  private final Datagram into = new Datagram();
  private Datagram from = into;
  private MemorySegment bytes = MemorySegment.NULL;
  private EncodeMetadata metadata = EncodeMetadata.of(new byte[EncodeMetadata.BYTES]);

  @SuppressWarnings("NullAway.Init") // by make
  private Serde serde;

  /** Makes what is written and read; it must come back as it was. */
  @Setup
  public void make() throws IpcException {
    boolean send = message.equals("SendMsgMeta");
    boolean v6 = address.equals("IPv6");
    boolean full = fill.equals("Full");
    from = send ? Datagram.sent(v6, full) : Datagram.received(v6, full);
    serde = send ? serde(SendMsgMeta.class, new SendRecords()) : serde(RecvMsgMeta.class, new RecvRecords());
    Object serialized = serde.serialize(from);
    bytes = MemorySegment.ofArray(Serde.bytes(serialized));
    if (serialized instanceof org.ferryipc.core.encode.Encoded encoded) {
      metadata = encoded.metadata();
    }
    serde.deserialize(serialized, into);
    if (!into.equals(from)) {
      throw new IllegalStateException(from + " came back as " + into);
    }
  }

  @SuppressWarnings("unchecked") // each class is looked at
  private <T> Serde serde(Class<T> type, Mapping<T> mapping) throws IpcException {
    if (flavour.equals("smile")) {
      return new SmileSerde<>(type, mapping);
    }
    EncodeType<T> plain = EncodeType.of(type);
    EncodeType<T> encoding = boxed.equals("on") ? plain.boxed() : plain;
    if (flavour.equals("records")) {
      return new RecordSerde<>(encoding, mapping);
    }
    return type == SendMsgMeta.class
        ? new SendSegments((EncodeType<SendMsgMeta>) encoding)
        : new RecvSegments((EncodeType<RecvMsgMeta>) encoding);
  }

  /** From the struct to bytes. */
  @Benchmark
  public Object serialize() throws IpcException {
    return serde.serialize(from);
  }

  /** From bytes to the struct; reading changes no bytes, so nothing is restored. */
  @Benchmark
  public Object deserialize() throws IpcException {
    serde.deserialize(bytes, metadata, into);
    return into;
  }

  /** There and back. */
  @Benchmark
  public Object serializeThenDeserialize() throws IpcException {
    serde.deserialize(serde.serialize(from), into);
    return into;
  }

  /** {@return the encoded bytes} */
  byte[] encoded() {
    return bytes.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
  }
}
