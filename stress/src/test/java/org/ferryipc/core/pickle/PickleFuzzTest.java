package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.stress.StoredInputs;
import org.junit.jupiter.api.Test;

/** Pickles from a stranger, read in any order: what is copied is what is borrowed, or both are the same typed error. */
class PickleFuzzTest {
  private static final Limits LIMITS = Limits.DEFAULT.withMessageBytes(1 << 16).withStringLength(1 << 10);
  private static final HandleSource NONE =
      (slot, shape) -> {
        throw new SerializationException("handle slot " + slot + " of a message with 0", null);
      };

  @FunctionalInterface
  private interface Read {
    Object from(PickleReader in) throws SerializationException;
  }

  private record Pair(Read copying, Read borrowing) {}

  private static final List<Pair> READS =
      List.of(
          both(PickleReader::readBool),
          both(PickleReader::readInt),
          both(PickleReader::readLong),
          both(PickleReader::readUInt16),
          both(PickleReader::readUInt32),
          both(PickleReader::readFloat),
          both(PickleReader::readDouble),
          both(PickleReader::readLength),
          new Pair(PickleReader::readString, in -> in.readStringView().toString()),
          new Pair(PickleReader::readString16, in -> in.readString16View().toString()),
          new Pair(PickleReader::readString16, in -> ofSingleChars(in.readString16View())),
          new Pair(PickleReader::readString, in -> ofSingleChars(in.readStringView())),
          new Pair(in -> Arrays.toString(in.readData()), in -> Arrays.toString(in.readDataView().toArray())),
          new Pair(
              in -> Arrays.toString(in.readBytes(in.readInt())),
              in -> Arrays.toString(in.readBytesView(in.readInt()).toArray())),
          both(
              in -> {
                in.skipBytes(in.readInt());
                return in.reachedEnd();
              }),
          both(in -> in.readAttachment(OwnedFd.class)));

  private static Pair both(Read read) {
    return new Pair(read, read);
  }

  private static String ofSingleChars(CharSequence view) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < view.length(); i++) {
      text.append(view.charAt(i));
    }
    return text.toString();
  }

  /** A message of one of each kind. */
  private record Message(boolean a, long b, BorrowedText c, BorrowedText d, BorrowedData e) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, org.ferryipc.core.failure.LimitExceededException {
      out.writeBool(a);
      out.writeLong(b);
      out.writeString(c);
      out.writeString16(d);
      out.writeData(e);
    }

    static Message readFrom(PickleReader in) throws SerializationException {
      return new Message(
          in.readBool(), in.readLong(), in.readStringView(), in.readString16View(), in.readDataView());
    }
  }

  @FuzzTest(maxDuration = "10m")
  void itemsAreTheSameCopiedAndBorrowedOrATypedError(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int reads = Math.min(input[0] & 0xFF, input.length - 1);
    byte[] bytes = Arrays.copyOfRange(input, 1 + reads, input.length);
    byte[] before = bytes.clone();
    Pickle pickle = Pickle.wrap(bytes);
    assertThat(pickle.size()).isIn(0, bytes.length);
    PickleReader copying = pickle.reader();
    PickleReader borrowing = Pickle.wrap(MemorySegment.ofArray(bytes)).reader();
    for (int i = 0; i < reads; i++) {
      Pair read = READS.get((input[1 + i] & 0xFF) % READS.size());
      Object copied = read(read.copying(), copying);
      assertThat(read(read.borrowing(), borrowing)).isEqualTo(copied);
      assertThat(borrowing.reachedEnd()).isEqualTo(copying.reachedEnd());
    }
    assertThat(bytes).isEqualTo(before);
    pickle.release();
    try {
      assertThat(copying.readInt()).isNull();
    } catch (StaleViewException over) {
      // as it must be
    } catch (SerializationException e) {
      throw new AssertionError("read after the release", e);
    }
  }

  /** An error by its text. */
  private record Refusal(String text) {}

  private static Object read(Read read, PickleReader in) {
    try {
      return read.from(in);
    } catch (SerializationException refused) {
      assertThat(in.reachedEnd()).isTrue();
      return new Refusal(String.valueOf(refused.getMessage()));
    }
  }

  @FuzzTest(maxDuration = "10m")
  void aMessageIsAValueThatIsWrittenAsItCameOrATypedError(byte[] input) throws Exception {
    MessageCodec<Message> codec =
        PickleCodec.of(Message.class, Message::readFrom).bind(MessageType.of(Message.class), LIMITS);
    Message message;
    try {
      message = codec.decode(input, 0, input.length, NONE);
    } catch (SerializationException refused) {
      assertThat(refused.getMessage()).startsWith("Message: ");
      return;
    }
    byte[] once = written(codec, message);
    Message again = codec.decode(once, 0, once.length, NONE);
    assertThat(again).isEqualTo(message);
    assertThat(written(codec, again)).isEqualTo(once);
  }

  private static byte[] written(MessageCodec<Message> codec, Message message) throws IpcException {
    PayloadBuffer out = new PayloadBuffer("test", LIMITS.messageBytes());
    codec.encode(
        message,
        out,
        handle -> {
          throw new AssertionError("a handle was put");
        });
    return Arrays.copyOfRange(out.array(), Outgoing.HEAD_ROOM, Outgoing.HEAD_ROOM + out.length());
  }

  private static PickleWriter oneOfEach(int header) throws Exception {
    PickleWriter out = new PickleWriter(header);
    out.writeBool(true);
    out.writeLong(-3);
    out.writeString("größer 𝄞");
    out.writeString16("sixteen");
    out.writeData(new byte[] {1, 2, 3, 4, 5});
    return out;
  }

  @Test
  void storedInputsAreOfToday() throws Exception {
    Map<String, byte[]> items = new LinkedHashMap<>();
    items.put("one-of-each", input(new int[] {0, 2, 8, 9, 12}, oneOfEach(4)));
    items.put("one-of-each-by-char", input(new int[] {0, 2, 11, 10, 12, 1}, oneOfEach(64)));
    PickleWriter counted = new PickleWriter();
    counted.writeInt(3);
    counted.writeBytes(new byte[] {7, 8, 9});
    counted.writeInt(3);
    counted.writeBytes(new byte[] {7, 8, 9});
    counted.writeInt(0);
    items.put("counted-skipped-and-a-slot", input(new int[] {13, 14, 15}, counted));
    items.put("nothing", new byte[] {1, 1});
    StoredInputs.areOfToday(PickleFuzzTest.class, "itemsAreTheSameCopiedAndBorrowedOrATypedError", items);
    StoredInputs.areOfToday(
        PickleFuzzTest.class,
        "aMessageIsAValueThatIsWrittenAsItCameOrATypedError",
        Map.of("message", oneOfEach(4).toPickle().toByteArray()));
  }

  private static byte[] input(int[] reads, PickleWriter pickle) {
    byte[] bytes = pickle.toPickle().toByteArray();
    byte[] input = new byte[1 + reads.length + bytes.length];
    input[0] = (byte) reads.length;
    for (int i = 0; i < reads.length; i++) {
      input[1 + i] = (byte) reads[i];
    }
    System.arraycopy(bytes, 0, input, 1 + reads.length, bytes.length);
    return input;
  }
}
