package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets that no Ferry sends end their channel with a typed error, and keep nothing of what came with them. */
class WrongPacketTest {

  private record Wrong(String name, String field, byte[] bytes, int descriptors) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final byte[] FOUR = {1, 2, 3, 4};

  static List<Wrong> all() {
    List<Wrong> all = new ArrayList<>();
    headers(all);
    counts(all);
    tables(all);
    goodbyes(all);
    hints(all);
    return all;
  }

  private static void headers(List<Wrong> all) {
    byte[] whole = Packet.data(FOUR).bytes();
    for (int length = 1; length < Packet.HEADER; length++) {
      all.add(new Wrong(length + " bytes", "packet length", java.util.Arrays.copyOf(whole, length), length % 3));
    }
    all.add(new Wrong("nothing but descriptors", "packet length", new byte[0], 2));
    all.add(new Wrong("nothing at all", "packet length", new byte[0], 0));
    all.add(wrong("a packet over the wire's limit", "packet length", Packet.data(new byte[PacketBuffer.BYTES]), 1));
    all.add(wrong("another magic", "magic", Packet.data(FOUR).magic(0xE1F3), 0));
    all.add(wrong("another version", "wire version", Packet.data(FOUR).version(2), 1));
    all.add(wrong("version 0", "wire version", Packet.data(FOUR).version(0), 0));
    for (int kind : new int[] {0, 6, 255}) {
      all.add(wrong("kind " + kind, "frame kind", Packet.ofKind(kind, FOUR), 1));
    }
    for (int bit = 0; bit < 16; bit++) {
      if (1 << bit > Packet.IN_CRATE && 1 << bit != Packet.STAMPED && 1 << bit != Packet.IN_REGION) {
        all.add(wrong("flag " + bit, "frame flags", Packet.data(FOUR).flags(1 << bit), 0));
      }
    }
    all.add(wrong("a lane that is not there", "lane position", Packet.data(FOUR).lane(1), 0));
    all.add(wrong("a stamp without a lane", "lane position", Packet.data(FOUR).flags(Packet.STAMPED), 0));
    all.add(wrong("a stamp without a lane, behind something", "lane position", Packet.data(FOUR).flags(Packet.STAMPED).lane(8), 0));
    all.add(wrong("an offer with a payload", "frame length", Packet.ofKind(Packet.OPEN, FOUR).lane(4096), 1));
    all.add(wrong("a stamped offer", "frame flags", Packet.ofKind(Packet.OPEN).flags(Packet.STAMPED).lane(4096), 1));
    all.add(wrong("two lanes in one offer", "frame length", Packet.ofKind(Packet.OPEN).lane(4096), 2));
    all.add(wrong("a bell with a payload", "frame length", Packet.ofKind(Packet.BELL, FOUR), 0));
    all.add(wrong("a bell that brings something", "descriptors", Packet.ofKind(Packet.BELL), 1));
    all.add(wrong("a stamped bell", "frame flags", Packet.ofKind(Packet.BELL).flags(Packet.STAMPED), 0));
    all.add(wrong("a payload that is shorter than said", "frame length", Packet.data(FOUR).length(5), 0));
    all.add(wrong("a payload that is longer than said", "frame length", Packet.data(FOUR).length(3), 0));
    all.add(wrong("a payload of 4 GiB", "frame length", Packet.data(FOUR).length(0xFFFF_FFFFL), 0));
  }

  private static void counts(List<Wrong> all) {
    all.add(wrong("descriptors that nobody asked for", "descriptors", Packet.data(FOUR), 1));
    all.add(wrong("no descriptors where two were said", "descriptors", twoFiles(), 0));
    all.add(wrong("one descriptor where two were said", "descriptors", twoFiles(), 1));
    all.add(wrong("three descriptors where two were said", "descriptors", twoFiles(), 3));
    all.add(wrong("253 descriptors", "descriptors", files(253), 253));
    all.add(wrong("65,535 descriptors in a packet", "descriptors", twoFiles().descriptors(65_535), 2));
    all.add(wrong("descriptors without a table", "descriptors", Packet.data(FOUR).descriptors(2), 2));
    all.add(
        wrong(
            "descriptors without a table, and a file",
            "descriptors", Packet.inFile(1, 100).descriptors(2), 3));
    all.add(wrong("a file that did not come", "descriptors", Packet.inFile(1, 100), 0));
    all.add(wrong("a file and no generation", "frame length", Packet.data(FOUR).flags(Packet.IN_FILE).length(100), 1));
    all.add(wrong("a region that is not told", "frame length", Packet.data(FOUR).flags(Packet.IN_REGION).length(100), 0));
    all.add(wrong("a region of no file", "region", Packet.inRegion(1, 1, 0, 100), 0));
    all.add(wrong("a file of regions that did not come", "descriptors", Packet.inRegion(1, 1, 0, 100).withFile(), 0));
    all.add(wrong("two files of regions", "descriptors", Packet.inRegion(1, 1, 0, 100).withFile(), 2));
    all.add(wrong("a file of regions that is none", "memory file", Packet.inRegion(1, 1, 0, 100).withFile(), 1));
    all.add(
        wrong("a crate without a table", "frame flags", Packet.data(FOUR).flags(Packet.IN_CRATE).descriptors(300), 1));
    all.add(
        wrong(
            "a crate for as many as fit in a packet",
            "descriptors", files(252).flags(Packet.TABLE | Packet.IN_CRATE), 1));
    all.add(
        wrong("a crate for none", "descriptors", files(0).flags(Packet.TABLE | Packet.IN_CRATE), 1));
    all.add(wrong("a crate that did not come", "descriptors", files(300).flags(Packet.TABLE | Packet.IN_CRATE), 0));
  }

  private static void tables(List<Wrong> all) {
    all.add(
        wrong("no room for a table", "handle table", Packet.data((byte) 0, (byte) 0).flags(Packet.TABLE), 0));
    all.add(
        wrong(
            "a table that is longer than the payload",
            "handle count", Packet.handles(new Table().entry(Table.DESCRIPTOR, 1, 0, 0).claim(2)), 1));
    for (int count : new int[] {Integer.MIN_VALUE, -1, Integer.MAX_VALUE, 1 << 28, 1 << 30}) {
      all.add(
          wrong(
              count + " entries",
              "handle count", Packet.handles(new Table().entry(Table.DESCRIPTOR, 1, 0, 0).claim(count)), 1));
    }
    all.add(
        wrong(
            "a table that is shorter than its descriptors",
            "descriptors", Packet.handles(new Table().entry(Table.DESCRIPTOR, 1, 0, 0).claim(0)), 1));
    for (int kind : new int[] {0, 6, 255}) {
      all.add(wrong("a handle of kind " + kind, "handle kind", Packet.handles(new Table().entry(kind, 1, 0, 0)), 1));
    }
    all.add(
        wrong(
            "reserved bytes that are used",
            "handle table", Packet.handles(new Table().entry(Table.DESCRIPTOR, 1, 0, 1, 0)), 1));
    for (int kind : new int[] {Table.DESCRIPTOR, Table.SENDER, Table.RECEIVER, Table.DUPLEX}) {
      for (int count : new int[] {0, 2, 255}) {
        Packet packet = Packet.handles(new Table().entry(kind, count, 0, 0));
        // 255 are over what a packet takes, and are found out before the table is read
        all.add(wrong(kind + " with " + count, count > 252 ? "descriptors" : "handle descriptors", packet, count % 255));
      }
    }
    all.add(wrong("a backlog without file", "handle descriptors", Packet.handles(new Table().entry(Table.RECEIVER, 1, 1, 9)), 1));
    all.add(wrong("memory in two files", "handle descriptors", Packet.handles(new Table().entry(Table.MEMORY, 2, 0, 9)), 2));
    for (int kind : new int[] {Table.DESCRIPTOR, Table.SENDER, Table.RECEIVER, Table.DUPLEX, Table.MEMORY}) {
      all.add(wrong(kind + " with a flag", "handle flags", Packet.handles(new Table().entry(kind, 1, 0x80, 0)), 1));
    }
    all.add(wrong("no memory in a file", "handle descriptors", Packet.handles(new Table().entry(Table.MEMORY, 1, 0, 0)), 1));
    all.add(wrong("memory without file", "handle descriptors", Packet.handles(new Table().entry(Table.MEMORY, 0, 0, 9)), 0));
    all.add(wrong("negative memory", "memory length", Packet.handles(new Table().entry(Table.MEMORY, 1, 0, -1)), 1));
    all.add(
        wrong(
            "a sum that is the header's by two wrongs",
            "handle descriptors",
            Packet.handles(new Table().entry(Table.DESCRIPTOR, 2, 0, 0).entry(Table.DESCRIPTOR, 0, 0, 0)),
            2));
  }

  private static void goodbyes(List<Wrong> all) {
    all.add(wrong("a goodbye of three bytes", "close frame", Packet.ofKind(Packet.CLOSE, (byte) 1, (byte) 2, (byte) 3), 0));
    all.add(wrong("a goodbye without end", "close text", Packet.close(1, new byte[1025]), 0));
    all.add(wrong("a goodbye with a gift", "descriptors", Packet.close(1), 1));
    all.add(wrong("a goodbye with an announced gift", "descriptors", Packet.close(1).descriptors(1), 1));
    for (int flag : new int[] {Packet.TABLE, Packet.IN_FILE, Packet.IN_CRATE, 32}) {
      all.add(wrong("a goodbye with flag " + flag, "frame flags", Packet.close(1).flags(flag), 0));
    }
  }

  private static void hints(List<Wrong> all) {
    all.add(wrong("a hint that says something", "frame length", Packet.ofKind(Packet.FILLING, FOUR), 0));
    all.add(wrong("a hint with a gift", "descriptors", Packet.filling(), 1));
    all.add(wrong("a hint with an announced gift", "descriptors", Packet.filling().descriptors(1), 1));
    for (int flag : new int[] {Packet.TABLE, Packet.IN_FILE, Packet.IN_CRATE, Packet.EXCLUSIVE}) {
      all.add(wrong("a hint with flag " + flag, "frame flags", Packet.filling().flags(flag), 0));
    }
  }

  private static Packet twoFiles() {
    return files(2);
  }

  private static Packet files(int count) {
    Table table = new Table();
    for (int i = 0; i < count; i++) {
      table.entry(Table.DESCRIPTOR, 1, 0, 0);
    }
    return Packet.handles(table);
  }

  private static Wrong wrong(String name, String field, Packet packet, int descriptors) {
    return new Wrong(name, field, packet.bytes(), descriptors);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void endsItsChannelAndLeavesNothingHoweverItIsRead(Wrong wrong) throws Exception {
    for (Reading reading : Reading.values()) {
      try (RawPeer peer = RawPeer.open()) {
        ReceivePort port = peer.port();
        int[] descriptors = Strange.plain(wrong.descriptors);
        try {
          peer.send(Packet.data(FOUR)).send(wrong.bytes, descriptors).send(Packet.data(FOUR));
          assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(FOUR.length);
          reading.isRefused(port, wrong.field);
        } finally {
          RawPeer.closeAll(descriptors);
          port.release();
        }
      }
    }
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    OtherChannel.works();
  }
}
