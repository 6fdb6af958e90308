package org.ferryipc.benches.encode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.ferryipc.core.encode.DecodeResult;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.encode.EncodeType;
import org.ferryipc.core.encode.Encoded;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * The control data of a datagram as it stands in front of the payload in a buffer that two processes share: a prelude, which is the
 * length in 2 bytes and 6 zeros, and then the encoded message. Both processes have the same version of the library, so the metadata
 * are not among it.
 *
 * <p>The original takes a frame that fills its buffer to the last byte for one that does not fit; this does not. Belongs to one
 * thread.
 */
final class MetaFrame<T> {
  static final int PRELUDE_BYTES = 8;

  private static final ValueLayout.OfShort LENGTH = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int PADDING_AT = 2;
  private static final int MOST_PAYLOAD = 65_535;
  private static final int V4 = 4;
  private static final int V6 = 16;
  private static final byte[] NO_ADDRESS = new byte[V6];

  private final EncodeType<T> type;
  private final Mapping<T> mapping;
  private final EncodeMetadata metadata;
  private final Datagram staged = new Datagram();

  MetaFrame(EncodeType<T> type, Mapping<T> mapping) throws SerializationException {
    this.type = type;
    this.mapping = mapping;
    try (Encoded empty = type.encode(mapping.record(staged)).orElseThrow()) {
      this.metadata = empty.metadata();
    }
  }

  /** {@return the bytes in which every frame has room} */
  int room() {
    return PRELUDE_BYTES + type.bound();
  }

  /**
   * Writes a frame.
   *
   * @param from what is said of the datagram, but for the address
   * @param address the address, if {@code from} says that there is one
   * @param payload the length of the datagram's payload
   */
  Framed serialize(Datagram from, byte @Nullable [] address, int payload, @Nullable MemorySegment out)
      throws SerializationException {
    if (out == null) {
      return new Framed.Refused(PreludeError.OUTPUT_NULL);
    }
    if (payload < 0 || payload > MOST_PAYLOAD) {
      return new Framed.Refused(PreludeError.PAYLOAD_TOO_LARGE);
    }
    if (from.hasAddress) {
      if (address == null) {
        return new Framed.Refused(PreludeError.ADDRESS_NULL);
      }
      if (address.length != (from.v6 ? V6 : V4)) {
        return new Framed.Refused(PreludeError.ADDRESS_SIZE_MISMATCH);
      }
    }
    staged.set(from);
    staged.payloadLength = (short) payload;
    if (from.hasAddress && address != null) {
      System.arraycopy(address, 0, staged.address, 0, address.length);
    }
    tidy(staged);
    try (Encoded encoded = type.encode(mapping.record(staged)).orElseThrow()) {
      int length = (int) encoded.byteSize();
      if (out.byteSize() < PRELUDE_BYTES + length) {
        return new Framed.Refused(PreludeError.OUTPUT_TOO_SMALL);
      }
      MemorySegment unused = out.asSlice(0, PRELUDE_BYTES).fill((byte) 0);
      out.set(LENGTH, 0, (short) length);
      long at = PRELUDE_BYTES;
      for (MemorySegment segment : encoded.segments()) {
        MemorySegment.copy(segment, 0, out, at, segment.byteSize());
        at += segment.byteSize();
      }
      return new Framed.Ok((int) at);
    }
  }

  /** Reads the frame at the beginning of {@code in}, whatever follows it. */
  Framed deserialize(@Nullable MemorySegment in, Datagram into) {
    if (in == null) {
      return new Framed.Refused(PreludeError.INPUT_NULL);
    }
    if (in.byteSize() < PRELUDE_BYTES) {
      return new Framed.Refused(PreludeError.INPUT_TOO_SMALL);
    }
    int length = in.get(LENGTH, 0) & 0xFFFF;
    if (in.byteSize() < PRELUDE_BYTES + length) {
      return new Framed.Refused(PreludeError.INPUT_TOO_SMALL);
    }
    for (int i = PADDING_AT; i < PRELUDE_BYTES; i++) {
      if (in.get(ValueLayout.JAVA_BYTE, i) != 0) {
        return new Framed.Refused(PreludeError.DECODE_FAILED);
      }
    }
    return switch (type.decode(in.asSlice(PRELUDE_BYTES, length), metadata)) {
      case DecodeResult.Ok<T>(T value) -> {
        mapping.struct(value, into);
        into.hasLocal = into.hasPktInfo && !Arrays.equals(into.local, NO_ADDRESS);
        tidy(into);
        yield new Framed.Ok(PRELUDE_BYTES + length);
      }
      case DecodeResult.Failed<T> failed -> new Framed.Refused(PreludeError.DECODE_FAILED);
    };
  }

  // A zone means something with an address of one link only. An address that packet information lacks is all zeros.
  private static void tidy(Datagram of) {
    if (!of.hasAddress || !of.v6 || !isLinkLocal(of.address)) {
      of.zone = 0;
    }
    if (!of.hasLocal) {
      Arrays.fill(of.local, (byte) 0);
    }
  }

  // fe80::/10
  private static boolean isLinkLocal(byte[] address) {
    return (address[0] & 0xFF) == 0xFE && (address[1] & 0xC0) == 0x80;
  }
}
