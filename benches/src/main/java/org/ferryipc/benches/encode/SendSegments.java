package org.ferryipc.benches.encode;

import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.encode.Wire;
import org.ferryipc.core.encode.WireBuilder;

/** {@link SendMsgMeta} in place. */
final class SendSegments extends SegmentSerde<SendMsgMeta> {
  SendSegments(EncodeType<SendMsgMeta> type) {
    super(type);
  }

  @Override
  void build(Datagram from, WireBuilder<SendMsgMeta> to) {
    long root = to.begin();
    boolean control = from.hasTtl || from.hasPktInfo;
    long members = to.table(root, control ? 2 : from.hasAddress ? 1 : 0);
    if (from.hasAddress) {
      address(from, to, to.member(members, 1));
    }
    if (control) {
      long inControl = to.member(members, 2);
      long inNetwork = to.member(to.table(to.open(inControl, TABLE), 1), 1);
      int version = from.v6 ? 3 : 2;
      long inVersion = to.member(to.table(to.open(inNetwork, TABLE), version), version);
      if (from.v6) {
        ipv6(from, to, to.open(inVersion, TABLE));
      } else {
        to.int8(to.inPlace(to.member(to.table(to.open(inVersion, TABLE), 2), 2)), from.ttl);
      }
      to.close(inVersion);
      to.close(inNetwork);
      to.close(inControl);
    }
  }

  private static void ipv6(Datagram from, WireBuilder<?> to, long table) {
    long members = to.table(table, from.hasPktInfo ? 3 : 2);
    if (from.hasTtl) {
      to.int8(to.inPlace(to.member(members, 2)), from.ttl);
    }
    if (from.hasPktInfo) {
      packetInfo(from, to, to.member(members, 3));
    }
  }

  @Override
  void struct(Wire<SendMsgMeta> from, Datagram into) {
    into.clear();
    address(from, from.member(Wire.ROOT, 1), into);
    long control = from.member(Wire.ROOT, 2);
    long network = control == Wire.ABSENT ? Wire.ABSENT : from.member(control, 1);
    if (network == Wire.ABSENT) {
      return;
    }
    long ip = from.member(network, 2);
    long ipv6 = from.member(network, 3);
    long ttl = ip != Wire.ABSENT ? from.member(ip, 2) : ipv6 != Wire.ABSENT ? from.member(ipv6, 2) : Wire.ABSENT;
    timeToLive(from, ttl, into);
    packetInfo(from, ipv6, into);
  }
}
