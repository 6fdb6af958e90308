package org.ferryipc.benches.encode;

import org.ferryipc.core.encode.Fixed;
import org.ferryipc.core.encode.Ordinal;

/** Where a datagram goes to or comes from. */
public sealed interface SocketAddress {
  /** IPv4. */
  @Ordinal(1)
  record Ipv4(@Fixed(4) byte[] address, short port) implements SocketAddress {}

  /** IPv6. */
  @Ordinal(2)
  record Ipv6(@Fixed(16) byte[] address, short port, long zoneIndex) implements SocketAddress {}
}
