package org.ferryipc.unix.hostile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One packet, field by field: right as it is made, and as wrong as a test makes it. Laid out from the wire's description and
 * not by the code under test.
 */
final class Packet {
  static final int HEADER = 16;
  static final int DATA = 1;
  static final int OPEN = 2;
  static final int CLOSE = 3;
  static final int FILLING = 4;
  static final int BELL = 5;
  static final int TABLE = 1;
  static final int IN_FILE = 2;
  static final int IN_CRATE = 4;
  static final int STAMPED = 8;
  static final int EXCLUSIVE = 16;
  static final int IN_REGION = 32;

  private static final int MAGIC = 0xF3E1;
  private static final int VERSION = 1;

  private final int kind;
  private final byte[] payload;
  private int magic = MAGIC;
  private int version = VERSION;
  private int flags;
  private int descriptors;
  private long length;
  private int lane;

  private Packet(int kind, byte[] payload) {
    this.kind = kind;
    this.payload = payload;
    this.length = payload.length;
  }

  static Packet data(byte... payload) {
    return new Packet(DATA, payload);
  }

  /** {@return a message whose handles are those of {@code table}} */
  static Packet handles(Table table) {
    return data(table.bytes()).flags(TABLE).descriptors(table.descriptors());
  }

  /** {@return a message of {@code length} bytes that lies in the descriptor that comes last} */
  static Packet inFile(long generation, long length) {
    byte[] payload = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(generation).array();
    return data(payload).flags(IN_FILE).length(length);
  }

  /** {@return a message of {@code length} bytes that lies in a region of a file that came before} */
  static Packet inRegion(long ground, long generation, long slot, long length) {
    byte[] payload =
        ByteBuffer.allocate(3 * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(ground)
            .putLong(generation)
            .putLong(slot)
            .array();
    return data(payload).flags(IN_REGION).length(length);
  }

  /** {@return this message in a region, for a packet that brings the file} */
  Packet withFile() {
    return flags(IN_REGION | IN_FILE);
  }

  /** {@return a goodbye} */
  static Packet close(int code, byte... text) {
    byte[] payload =
        ByteBuffer.allocate(Integer.BYTES + text.length).order(ByteOrder.LITTLE_ENDIAN).putInt(code).put(text).array();
    return new Packet(CLOSE, payload);
  }

  /** {@return a hint that the file of the last message is being written} */
  static Packet filling() {
    return ofKind(FILLING);
  }

  static Packet ofKind(int kind, byte... payload) {
    return new Packet(kind, payload);
  }

  Packet magic(int value) {
    magic = value;
    return this;
  }

  Packet version(int value) {
    version = value;
    return this;
  }

  Packet flags(int value) {
    flags = value;
    return this;
  }

  Packet descriptors(int value) {
    descriptors = value;
    return this;
  }

  Packet length(long value) {
    length = value;
    return this;
  }

  Packet lane(int value) {
    lane = value;
    return this;
  }

  byte[] bytes() {
    return ByteBuffer.allocate(HEADER + payload.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort((short) magic)
        .put((byte) version)
        .put((byte) kind)
        .putShort((short) flags)
        .putShort((short) descriptors)
        .putInt((int) length)
        .putInt(lane)
        .put(payload)
        .array();
  }
}
