package org.ferryipc.benches.encode;

import java.util.Arrays;
import java.util.Optional;

/** Addresses between structs and records. */
final class Addresses {
  private Addresses() {}

  static Optional<SocketAddress> record(Datagram from) {
    if (!from.hasAddress) {
      return Optional.empty();
    }
    return Optional.of(
        from.v6
            ? new SocketAddress.Ipv6(Arrays.copyOf(from.address, 16), from.port, from.zone)
            : new SocketAddress.Ipv4(Arrays.copyOf(from.address, 4), from.port));
  }

  static void struct(Optional<SocketAddress> from, Datagram into) {
    if (from.isEmpty()) {
      return;
    }
    into.hasAddress = true;
    switch (from.orElseThrow()) {
      case SocketAddress.Ipv4(byte[] address, short port) -> {
        System.arraycopy(address, 0, into.address, 0, 4);
        into.port = port;
      }
      case SocketAddress.Ipv6(byte[] address, short port, long zone) -> {
        into.v6 = true;
        System.arraycopy(address, 0, into.address, 0, 16);
        into.port = port;
        into.zone = zone;
      }
    }
  }
}
