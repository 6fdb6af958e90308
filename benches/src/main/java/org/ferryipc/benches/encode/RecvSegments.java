package org.ferryipc.benches.encode;

import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.encode.Wire;
import org.ferryipc.core.encode.WireBuilder;

/** {@link RecvMsgMeta} in place. */
final class RecvSegments extends SegmentSerde<RecvMsgMeta> {
  private static final int TIMESTAMP = 16;
  private static final int REQUESTED = 8;

  RecvSegments(EncodeType<RecvMsgMeta> type) {
    super(type);
  }

  @Override
  void build(Datagram from, WireBuilder<RecvMsgMeta> to) {
    long members = to.table(to.begin(), 3);
    if (from.hasAddress) {
      address(from, to, to.member(members, 1));
    }
    if (from.hasTimestamp) {
      control(from, to, to.member(members, 2));
    }
    to.int16(to.inPlace(to.member(members, 3)), from.payloadLength);
  }

  private static void control(Datagram from, WireBuilder<?> to, long inControl) {
    long inNetwork = to.member(to.table(to.open(inControl, TABLE), 1), 1);
    int version = from.v6 ? 3 : 2;
    long network = to.table(to.open(inNetwork, TABLE), version);
    long inSocket = to.member(network, 1);
    long inTimestamp = to.member(to.table(to.open(inSocket, TABLE), 3), 3);
    long timestamp = to.open(inTimestamp, TIMESTAMP);
    to.int64(timestamp, from.timestamp);
    to.int32(timestamp + REQUESTED, RecvMsgMeta.TimestampOption.NANOSECOND.ordinal());
    to.close(inTimestamp);
    to.close(inSocket);
    long inVersion = to.member(network, version);
    long members = to.table(to.open(inVersion, TABLE), version);
    to.int8(to.inPlace(to.member(members, 1)), from.tos);
    to.int8(to.inPlace(to.member(members, 2)), from.ttl);
    if (from.v6) {
      packetInfo(from, to, to.member(members, 3));
    }
    to.close(inVersion);
    to.close(inNetwork);
    to.close(inControl);
  }

  @Override
  void struct(Wire<RecvMsgMeta> from, Datagram into) {
    into.clear();
    address(from, from.member(Wire.ROOT, 1), into);
    long length = from.member(Wire.ROOT, 3);
    if (length != Wire.ABSENT) {
      into.payloadLength = from.int16(length);
    }
    long control = from.member(Wire.ROOT, 2);
    long network = control == Wire.ABSENT ? Wire.ABSENT : from.member(control, 1);
    if (network != Wire.ABSENT) {
      network(from, network, into);
    }
  }

  private static void network(Wire<?> from, long network, Datagram into) {
    long socket = from.member(network, 1);
    long timestamp = socket == Wire.ABSENT ? Wire.ABSENT : from.member(socket, 3);
    if (timestamp != Wire.ABSENT) {
      into.hasTimestamp = true;
      into.timestamp = from.int64(timestamp);
    }
    long ipv6 = from.member(network, 3);
    long ip = ipv6 != Wire.ABSENT ? ipv6 : from.member(network, 2);
    if (ip == Wire.ABSENT) {
      return;
    }
    long tos = from.member(ip, 1);
    if (tos != Wire.ABSENT) {
      into.hasTos = true;
      into.tos = from.int8(tos);
    }
    timeToLive(from, from.member(ip, 2), into);
    packetInfo(from, ipv6, into);
  }
}
