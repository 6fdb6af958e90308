package org.ferryipc.benches.encode;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a program has and wants: the plain struct on both ends of the benchmarks, filled again and again. Its numbers are those
 * of the original benchmarks.
 */
public final class Datagram {
  private static final short PORT = 80;
  private static final short PAYLOAD = 41;
  private static final long TIMESTAMP = 42;
  private static final byte TOS = 43;
  private static final byte TTL = 44;
  private static final byte TCLASS = 45;
  private static final byte HOPLIMIT = 46;
  private static final long INTERFACE = 47;

  boolean hasAddress;
  boolean v6;
  final byte[] address = new byte[16]; // the first four of IPv4
  short port;
  long zone;
  short payloadLength;

  boolean hasTimestamp;
  long timestamp;
  boolean hasTos;
  byte tos; // or the traffic class
  boolean hasTtl;
  byte ttl; // or the hop limit
  boolean hasPktInfo;
  long iface;
  boolean hasLocal; // an address in the packet information; told by frames only, elsewhere zeros say that there is none
  final byte[] local = new byte[16];

  /** Empties it. */
  void clear() {
    hasAddress = false;
    v6 = false;
    port = 0;
    zone = 0;
    payloadLength = 0;
    hasTimestamp = false;
    hasTos = false;
    hasTtl = false;
    hasPktInfo = false;
    hasLocal = false;
  }

  /** Makes it as another one is. */
  void set(Datagram other) {
    hasAddress = other.hasAddress;
    v6 = other.v6;
    System.arraycopy(other.address, 0, address, 0, address.length);
    port = other.port;
    zone = other.zone;
    payloadLength = other.payloadLength;
    hasTimestamp = other.hasTimestamp;
    timestamp = other.timestamp;
    hasTos = other.hasTos;
    tos = other.tos;
    hasTtl = other.hasTtl;
    ttl = other.ttl;
    hasPktInfo = other.hasPktInfo;
    iface = other.iface;
    hasLocal = other.hasLocal;
    System.arraycopy(other.local, 0, local, 0, local.length);
  }

  /** {@return what is sent in a benchmark} */
  static Datagram sent(boolean v6, boolean full) {
    Datagram made = new Datagram();
    if (full) {
      made.addressed(v6);
      made.hasTtl = true;
      made.ttl = v6 ? HOPLIMIT : TTL;
      made.withPktInfo(v6);
    }
    return made;
  }

  /** {@return what is received in a benchmark} */
  static Datagram received(boolean v6, boolean full) {
    Datagram made = new Datagram();
    made.addressed(v6);
    made.payloadLength = PAYLOAD;
    if (full) {
      made.hasTimestamp = true;
      made.timestamp = TIMESTAMP;
      made.hasTos = true;
      made.tos = v6 ? TCLASS : TOS;
      made.hasTtl = true;
      made.ttl = v6 ? HOPLIMIT : TTL;
      made.withPktInfo(v6);
    }
    return made;
  }

  private void addressed(boolean six) {
    hasAddress = true;
    v6 = six;
    port = PORT;
    Arrays.fill(address, 0, six ? 16 : 4, (byte) 1);
  }

  private void withPktInfo(boolean six) {
    if (six) {
      hasPktInfo = true;
      iface = INTERFACE;
      hasLocal = true;
      Arrays.fill(local, (byte) 2);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Datagram that && facts().equals(that.facts());
  }

  @Override
  public int hashCode() {
    return facts().hashCode();
  }

  private Facts facts() {
    return new Facts(
        hasAddress ? Arrays.toString(Arrays.copyOf(address, v6 ? 16 : 4)) + port + "/" + zone : "none",
        payloadLength,
        hasTimestamp ? timestamp : -1,
        hasTos ? tos : -1,
        hasTtl ? ttl : -1,
        hasPktInfo ? iface + Arrays.toString(local) : "none");
  }

  @Override
  public String toString() {
    return Objects.toString(facts());
  }

  private record Facts(String address, int payload, long timestamp, int tos, int ttl, String pktInfo) {}
}
