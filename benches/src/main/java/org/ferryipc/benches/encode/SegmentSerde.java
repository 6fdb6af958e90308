package org.ferryipc.benches.encode;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.encode.Encoded;
import org.ferryipc.core.encode.Wire;
import org.ferryipc.core.encode.WireBuilder;
import org.ferryipc.core.failure.IpcException;

/** By segments: written into memory that is used again, and read in place. */
abstract class SegmentSerde<T> extends Serde {
  private static final int ROOM = 512;
  // The envelope of a union's content, and where a port and a zone lie behind an address.
  private static final int UNION = 16;
  private static final int V4 = 4;
  private static final int V4_SIZE = 6;
  private static final int V6 = 16;
  private static final int V6_ZONE = 24;
  private static final int V6_SIZE = 32;
  // The interface's number and, behind it, the local address.
  private static final int PKTINFO = 24;
  private static final int LOCAL = 8;
  static final int TABLE = 8;

  private final EncodeType<T> type;
  private final WireBuilder<T> builder;

  SegmentSerde(EncodeType<T> type) {
    this.type = type;
    this.builder = new WireBuilder<>(type, MemorySegment.ofArray(new byte[ROOM]));
  }

  /** Writes a struct. */
  abstract void build(Datagram from, WireBuilder<T> to);

  /** Reads a view. */
  abstract void struct(Wire<T> from, Datagram into);

  @Override
  final Object serialize(Datagram from) throws IpcException {
    build(from, builder);
    return Ferry.encode(builder.end()).orElseThrow();
  }

  @Override
  final void deserialize(Object serialized, Datagram into) throws IpcException {
    struct(type.view((Encoded) serialized).orElseThrow(), into);
  }

  @Override
  final void deserialize(MemorySegment bytes, EncodeMetadata metadata, Datagram into) throws IpcException {
    struct(type.view(bytes, metadata).orElseThrow(), into);
  }

  static void address(Datagram from, WireBuilder<?> to, long envelope) {
    long content = to.union(to.open(envelope, UNION), from.v6 ? 2 : 1);
    if (from.v6) {
      long at = to.open(content, V6_SIZE);
      to.bytes(at, from.address, V6);
      to.int16(at + V6, from.port);
      to.int64(at + V6_ZONE, from.zone);
    } else {
      long at = to.open(content, V4_SIZE);
      to.bytes(at, from.address, V4);
      to.int16(at + V4, from.port);
    }
    to.close(content);
    to.close(envelope);
  }

  static void address(Wire<?> from, long at, Datagram into) {
    if (at == Wire.ABSENT) {
      return;
    }
    into.hasAddress = true;
    long address = from.variantContent(at);
    if (from.variant(at) == 2) {
      into.v6 = true;
      from.copy(address, into.address, V6);
      into.port = from.int16(address + V6);
      into.zone = from.int64(address + V6_ZONE);
    } else {
      from.copy(address, into.address, V4);
      into.port = from.int16(address + V4);
    }
  }

  static void packetInfo(Datagram from, WireBuilder<?> to, long envelope) {
    long at = to.open(envelope, PKTINFO);
    to.int64(at, from.iface);
    to.bytes(at + LOCAL, from.local, from.local.length);
    to.close(envelope);
  }

  static void timeToLive(Wire<?> from, long at, Datagram into) {
    if (at != Wire.ABSENT) {
      into.hasTtl = true;
      into.ttl = from.int8(at);
    }
  }

  /** Reads it of version 6, which may be absent as a whole. */
  static void packetInfo(Wire<?> from, long ipv6, Datagram into) {
    long at = ipv6 != Wire.ABSENT ? from.member(ipv6, 3) : Wire.ABSENT;
    if (at != Wire.ABSENT) {
      into.hasPktInfo = true;
      into.iface = from.int64(at);
      from.copy(at + LOCAL, into.local, into.local.length);
    }
  }
}
