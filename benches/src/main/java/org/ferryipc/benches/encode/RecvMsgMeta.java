package org.ferryipc.benches.encode;

import java.util.Optional;
import org.ferryipc.core.encode.Fixed;
import org.ferryipc.core.encode.Ordinal;

/** What is said of a datagram that was received. */
public record RecvMsgMeta(
    @Ordinal(1) Optional<SocketAddress> from,
    @Ordinal(2) Optional<Control> control,
    @Ordinal(3) Optional<Short> payloadLength) {
  /** Of any kind. */
  public record Control(@Ordinal(1) Optional<Network> network) {}

  /** Of the network. */
  public record Network(
      @Ordinal(1) Optional<Socket> socket, @Ordinal(2) Optional<Ip> ip, @Ordinal(3) Optional<Ipv6> ipv6) {}

  /** Of the socket. */
  public record Socket(@Ordinal(3) Optional<Timestamp> timestamp) {}

  /** When it came. */
  public record Timestamp(long nanoseconds, TimestampOption requested) {}

  /** How that was asked for. */
  public enum TimestampOption {
    /** Not at all. */
    DISABLED,
    /** In nanoseconds. */
    NANOSECOND,
    /** In microseconds. */
    MICROSECOND
  }

  /** Of IP. */
  public record Ip(@Ordinal(1) Optional<Byte> tos, @Ordinal(2) Optional<Byte> ttl) {}

  /** Of IPv6. */
  public record Ipv6(
      @Ordinal(1) Optional<Byte> tclass, @Ordinal(2) Optional<Byte> hoplimit, @Ordinal(3) Optional<PktInfo> pktinfo) {}

  /** On which interface, to which address. */
  public record PktInfo(long iface, @Fixed(16) byte[] headerDestinationAddress) {}
}
