package org.ferryipc.benches.encode;

import java.util.Optional;
import org.ferryipc.core.encode.Fixed;
import org.ferryipc.core.encode.Ordinal;

/** What is said of a datagram that is sent. */
public record SendMsgMeta(@Ordinal(1) Optional<SocketAddress> to, @Ordinal(2) Optional<Control> control) {
  /** Of any kind. */
  public record Control(@Ordinal(1) Optional<Network> network) {}

  /** Of the network. */
  public record Network(
      @Ordinal(1) Optional<Socket> socket, @Ordinal(2) Optional<Ip> ip, @Ordinal(3) Optional<Ipv6> ipv6) {}

  /** Of the socket: nothing yet. */
  public record Socket(@Ordinal(1) Optional<Byte> reserved) {}

  /** Of IP. */
  public record Ip(@Ordinal(2) Optional<Byte> ttl) {}

  /** Of IPv6. */
  public record Ipv6(@Ordinal(2) Optional<Byte> hoplimit, @Ordinal(3) Optional<PktInfo> pktinfo) {}

  /** By which interface, from which address. */
  public record PktInfo(long iface, @Fixed(16) byte[] localAddress) {}
}
