package org.ferryipc.benches.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.ferryipc.core.encode.EncodeType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The frame in front of a datagram's payload: bounds to the byte, and each error apart. */
class MetaFrameTest {
  private static final byte[] FOUR = {1, 1, 1, 1};

  private final MetaFrame<SendMsgMeta> sent = new MetaFrame<>(EncodeType.of(SendMsgMeta.class), new SendRecords());
  private final MetaFrame<RecvMsgMeta> received = new MetaFrame<>(EncodeType.of(RecvMsgMeta.class), new RecvRecords());

  MetaFrameTest() throws Exception {}

  private static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(bytes).fill((byte) 0x55);
  }

  private static byte @Nullable [] address(Datagram of) {
    return of.hasAddress ? Arrays.copyOf(of.address, of.v6 ? 16 : 4) : null;
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void whatIsWrittenIsReadAndAnExactFitIsEnough(boolean v6, boolean full) throws Exception {
    Datagram from = Datagram.received(v6, full);
    MemorySegment whole = memory(received.room());
    Framed written = received.serialize(from, address(from), 41, whole);
    int bytes = ((Framed.Ok) written).bytes();
    assertThat(bytes).isLessThanOrEqualTo(received.room());
    assertThat(whole.asSlice(0, 8).toArray(ValueLayout.JAVA_BYTE)).containsExactly(bytes - 8, 0, 0, 0, 0, 0, 0, 0);

    MemorySegment exact = memory(bytes);
    assertThat(received.serialize(from, address(from), 41, exact)).isEqualTo(written);
    assertThat(exact.mismatch(whole)).isEqualTo(bytes);
    MemorySegment short1 = memory(bytes - 1);
    assertThat(received.serialize(from, address(from), 41, short1)).isEqualTo(new Framed.Refused(PreludeError.OUTPUT_TOO_SMALL));
    assertThat(short1.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0x55);

    Datagram into = new Datagram();
    assertThat(received.deserialize(exact, into)).isEqualTo(written);
    assertThat(into).isEqualTo(from);
    assertThat(received.deserialize(whole, into)).as("a payload follows").isEqualTo(written);
    for (int cut = 0; cut < bytes; cut++) {
      Datagram untouched = new Datagram();
      assertThat(received.deserialize(exact.asSlice(0, cut), untouched))
          .isEqualTo(new Framed.Refused(PreludeError.INPUT_TOO_SMALL));
      assertThat(untouched).isEqualTo(new Datagram());
    }
  }

  @ParameterizedTest
  @EnumSource(PreludeError.class)
  void eachErrorIsToldFromTheOthers(PreludeError error) throws Exception {
    Datagram from = Datagram.received(false, true);
    MemorySegment out = memory(received.room());
    Framed result =
        switch (error) {
          case INPUT_NULL -> received.deserialize(null, new Datagram());
          case INPUT_TOO_SMALL -> received.deserialize(memory(7), new Datagram());
          case DECODE_FAILED -> received.deserialize(changed(8, 0x7F), new Datagram());
          case OUTPUT_NULL -> received.serialize(from, FOUR, 1, null);
          case OUTPUT_TOO_SMALL -> received.serialize(from, FOUR, 1, memory(8));
          case ADDRESS_NULL -> received.serialize(from, null, 1, out);
          case ADDRESS_SIZE_MISMATCH -> received.serialize(from, new byte[16], 1, out);
          case PAYLOAD_TOO_LARGE -> received.serialize(from, FOUR, 65_536, out);
        };
    assertThat(result).isEqualTo(new Framed.Refused(error));
    assertThat(out.toArray(ValueLayout.JAVA_BYTE)).as("nothing is written").containsOnly(0x55);
  }

  private MemorySegment changed(int at, int to) throws Exception {
    MemorySegment frame = memory(received.room());
    Framed unused = received.serialize(Datagram.received(false, true), FOUR, 1, frame);
    frame.set(ValueLayout.JAVA_BYTE, at, (byte) to);
    return frame;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void whatStandsInThePaddingOfThePreludeIsRefused(int at) throws Exception {
    assertThat(received.deserialize(changed(at, 1), new Datagram())).isEqualTo(new Framed.Refused(PreludeError.DECODE_FAILED));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, true", "65535, true", "65536, false"})
  void aPayloadIsAsLongAsADatagramsCanBe(int payload, boolean taken) throws Exception {
    MemorySegment out = memory(received.room());
    Framed result = received.serialize(Datagram.received(false, false), FOUR, payload, out);
    assertThat(result instanceof Framed.Ok).isEqualTo(taken);
    if (taken) {
      Datagram into = new Datagram();
      assertThat(received.deserialize(out, into)).isEqualTo(result);
      assertThat(into.payloadLength & 0xFFFF).isEqualTo(payload);
    }
  }

  @ParameterizedTest
  @CsvSource({"fe, 80, 7", "fe, bf, 7", "fe, c0, 0", "fe, 7f, 0", "ff, 80, 0", "01, 01, 0"})
  void aZoneIsKeptWithAddressesOfOneLinkOnly(String first, String second, long kept) throws Exception {
    Datagram from = Datagram.sent(true, true);
    from.address[0] = (byte) Integer.parseInt(first, 16);
    from.address[1] = (byte) Integer.parseInt(second, 16);
    from.zone = 7;
    Datagram into = new Datagram();
    MemorySegment out = memory(sent.room());
    assertThat(sent.serialize(from, address(from), 0, out)).isEqualTo(sent.deserialize(out, into));
    assertThat(into.zone).isEqualTo(kept);
    assertThat(from.zone).as("the caller's is left alone").isEqualTo(7);
  }

  @Test
  void anAddressThatPacketInformationLacksIsAllZeros() throws Exception {
    Datagram from = Datagram.sent(true, true);
    from.hasLocal = false; // whatever an earlier datagram has left there
    Datagram into = Datagram.sent(true, true);
    MemorySegment out = memory(sent.room());
    assertThat(sent.serialize(from, address(from), 0, out)).isEqualTo(sent.deserialize(out, into));
    assertThat(into.hasPktInfo).isTrue();
    assertThat(into.hasLocal).isFalse();
    assertThat(into.local).isEqualTo(new byte[16]);
  }

  // The published fault was a bound of another form than the one that was written: a result in a box for a message of 304 bytes.
  @Test
  void theBoundsOfBothMessagesAreThoseOfTheFormThatIsWritten() {
    assertThat(sent.room()).isEqualTo(8 + 216);
    assertThat(received.room()).isEqualTo(8 + 256);
  }
}
