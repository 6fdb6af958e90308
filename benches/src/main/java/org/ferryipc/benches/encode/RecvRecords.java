package org.ferryipc.benches.encode;

import java.util.Arrays;
import java.util.Optional;
import org.ferryipc.benches.encode.RecvMsgMeta.Control;
import org.ferryipc.benches.encode.RecvMsgMeta.Ip;
import org.ferryipc.benches.encode.RecvMsgMeta.Ipv6;
import org.ferryipc.benches.encode.RecvMsgMeta.Network;
import org.ferryipc.benches.encode.RecvMsgMeta.PktInfo;
import org.ferryipc.benches.encode.RecvMsgMeta.Socket;
import org.ferryipc.benches.encode.RecvMsgMeta.Timestamp;
import org.ferryipc.benches.encode.RecvMsgMeta.TimestampOption;

/** Between the struct and the record. */
final class RecvRecords implements Mapping<RecvMsgMeta> {
  @Override
  public RecvMsgMeta record(Datagram from) {
    return new RecvMsgMeta(
        Addresses.record(from), from.hasTimestamp ? control(from) : Optional.empty(), Optional.of(from.payloadLength));
  }

  private static Optional<Control> control(Datagram from) {
    Optional<Socket> socket =
        Optional.of(new Socket(Optional.of(new Timestamp(from.timestamp, TimestampOption.NANOSECOND))));
    Network network =
        from.v6
            ? new Network(socket, Optional.empty(), Optional.of(ipv6(from)))
            : new Network(socket, Optional.of(new Ip(Optional.of(from.tos), Optional.of(from.ttl))), Optional.empty());
    return Optional.of(new Control(Optional.of(network)));
  }

  private static Ipv6 ipv6(Datagram from) {
    return new Ipv6(
        Optional.of(from.tos),
        Optional.of(from.ttl),
        Optional.of(new PktInfo(from.iface, Arrays.copyOf(from.local, from.local.length))));
  }

  @Override
  public void struct(RecvMsgMeta from, Datagram into) {
    into.clear();
    Addresses.struct(from.from(), into);
    if (from.payloadLength().isPresent()) {
      into.payloadLength = from.payloadLength().orElseThrow();
    }
    if (from.control().isPresent() && from.control().orElseThrow().network().isPresent()) {
      struct(from.control().orElseThrow().network().orElseThrow(), into);
    }
  }

  private static void struct(Network from, Datagram into) {
    if (from.socket().isPresent() && from.socket().orElseThrow().timestamp().isPresent()) {
      into.hasTimestamp = true;
      into.timestamp = from.socket().orElseThrow().timestamp().orElseThrow().nanoseconds();
    }
    if (from.ip().isPresent()) {
      tos(from.ip().orElseThrow().tos(), from.ip().orElseThrow().ttl(), into);
    }
    if (from.ipv6().isPresent()) {
      Ipv6 ipv6 = from.ipv6().orElseThrow();
      tos(ipv6.tclass(), ipv6.hoplimit(), into);
      if (ipv6.pktinfo().isPresent()) {
        into.hasPktInfo = true;
        into.iface = ipv6.pktinfo().orElseThrow().iface();
        System.arraycopy(ipv6.pktinfo().orElseThrow().headerDestinationAddress(), 0, into.local, 0, into.local.length);
      }
    }
  }

  private static void tos(Optional<Byte> tos, Optional<Byte> ttl, Datagram into) {
    if (tos.isPresent()) {
      into.hasTos = true;
      into.tos = tos.orElseThrow();
    }
    if (ttl.isPresent()) {
      into.hasTtl = true;
      into.ttl = ttl.orElseThrow();
    }
  }
}
