package org.ferryipc.benches.encode;

import java.util.Arrays;
import java.util.Optional;
import org.ferryipc.benches.encode.SendMsgMeta.Control;
import org.ferryipc.benches.encode.SendMsgMeta.Ip;
import org.ferryipc.benches.encode.SendMsgMeta.Ipv6;
import org.ferryipc.benches.encode.SendMsgMeta.Network;
import org.ferryipc.benches.encode.SendMsgMeta.PktInfo;

/** Between the struct and the record. */
final class SendRecords implements Mapping<SendMsgMeta> {
  @Override
  public SendMsgMeta record(Datagram from) {
    return new SendMsgMeta(Addresses.record(from), from.hasTtl || from.hasPktInfo ? control(from) : Optional.empty());
  }

  private static Optional<Control> control(Datagram from) {
    Network network =
        from.v6
            ? new Network(Optional.empty(), Optional.empty(), Optional.of(ipv6(from)))
            : new Network(Optional.empty(), Optional.of(new Ip(Optional.of(from.ttl))), Optional.empty());
    return Optional.of(new Control(Optional.of(network)));
  }

  private static Ipv6 ipv6(Datagram from) {
    return new Ipv6(
        from.hasTtl ? Optional.of(from.ttl) : Optional.empty(),
        from.hasPktInfo
            ? Optional.of(new PktInfo(from.iface, Arrays.copyOf(from.local, from.local.length)))
            : Optional.empty());
  }

  @Override
  public void struct(SendMsgMeta from, Datagram into) {
    into.clear();
    Addresses.struct(from.to(), into);
    if (from.control().isPresent() && from.control().orElseThrow().network().isPresent()) {
      Network network = from.control().orElseThrow().network().orElseThrow();
      if (network.ip().isPresent() && network.ip().orElseThrow().ttl().isPresent()) {
        into.hasTtl = true;
        into.ttl = network.ip().orElseThrow().ttl().orElseThrow();
      }
      if (network.ipv6().isPresent()) {
        struct(network.ipv6().orElseThrow(), into);
      }
    }
  }

  private static void struct(Ipv6 from, Datagram into) {
    if (from.hoplimit().isPresent()) {
      into.hasTtl = true;
      into.ttl = from.hoplimit().orElseThrow();
    }
    if (from.pktinfo().isPresent()) {
      into.hasPktInfo = true;
      into.iface = from.pktinfo().orElseThrow().iface();
      System.arraycopy(from.pktinfo().orElseThrow().localAddress(), 0, into.local, 0, into.local.length);
    }
  }
}
