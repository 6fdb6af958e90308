package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Where a payload is that lies in a region: 24 bytes of a packet, little-endian. ground u64, generation u64, slot u32, zero u32.
 *
 * @param ground the file's name for itself
 * @param generation which use of the region
 * @param slot which region, not checked
 */
public record RegionAddress(long ground, long generation, int slot) {
  /** The length in a packet. */
  public static final int BYTES = 24;

  private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Writes it to the beginning of {@code packet}. */
  public void write(MemorySegment packet) {
    packet.set(U64, 0, ground);
    packet.set(U64, Long.BYTES, generation);
    packet.set(U64, 2 * Long.BYTES, Integer.toUnsignedLong(slot));
  }

  /** {@return what stands at the beginning of {@code packet}} A slot that no ground has becomes a negative one. */
  public static RegionAddress read(byte[] packet) {
    MemorySegment bytes = MemorySegment.ofArray(packet);
    long slot = bytes.get(U64, 2 * Long.BYTES);
    return new RegionAddress(
        bytes.get(U64, 0), bytes.get(U64, Long.BYTES), slot >= 0 && slot < GroundWords.SLOTS ? (int) slot : -1);
  }
}
