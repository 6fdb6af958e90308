package org.ferryipc.core.remotememory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.UnreadableMemoryException;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.stress.StoredInputs;
import org.junit.jupiter.api.Test;

/** Questions from a stranger to a server, and a stranger's answers to a reader. */
class RemoteMemoryFuzzTest {
  private static final HandleSource NONE =
      (slot, shape) -> {
        throw new SerializationException("handle slot " + slot + " of a message with 0", null);
      };
  private static final int PAGE = RemoteMemoryReader.PAGE;
  private static final int CACHE = 3 * PAGE;
  private static final long LOW = 5_000;
  private static final long ADDRESS = 7 * PAGE + 100; // that is asked for: eight bytes, and more

  // Two that touch, one behind a gap, and the end of the address space.
  private static final Exports EXPORTS =
      Exports.NONE
          .with(export("low", LOW, 3_000))
          .with(export("touches", LOW + 3_000, 200_000))
          .with(export("gap", LOW + 203_001, 10))
          .with(export("top", -PAGE - 7L, PAGE + 7));

  private static Export export(String name, long address, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = at(address + i);
    }
    return new Export(new RemoteSegment(name, address, size), MemorySegment.ofArray(bytes), null);
  }

  private static byte at(long address) {
    return (byte) (address % 251 == 0 ? 0 : address * 31 + (address >>> 9)); // some zeros, for strings
  }

  @FuzzTest(maxDuration = "10m")
  void aQuestionIsAnsweredFromWhatIsExportedOrRefused(byte[] input) throws Exception {
    RemoteMemoryMessage message;
    try {
      message = MemoryCodec.INSTANCE.decode(input, 0, input.length, NONE);
    } catch (SerializationException refused) {
      return;
    }
    if (!(message instanceof Request question)) {
      return;
    }
    assertThat(encoded(question)).isEqualTo(input).hasSize(question.length());
    Reply answer;
    try {
      answer = new Answering("fuzz").answer(question, EXPORTS);
    } catch (MalformedMessageException refused) {
      return;
    }
    assertThat(answer.id()).isEqualTo(question.id());
    check(question, answer);
    byte[] sent = encoded(answer);
    assertThat(sent.length).isLessThan(Asking.LONGEST_ANSWER);
    assertThat(encoded(MemoryCodec.INSTANCE.decode(sent, 0, sent.length, NONE))).isEqualTo(sent);
  }

  private static void check(Request question, Reply answer) {
    switch (answer) {
      case Reply.Data data -> {
        Request.Read read = (Request.Read) question;
        assertThat(read.address() - data.address()).isBetween(0L, (long) read.before());
        assertThat(data.count()).isBetween((int) (read.address() - data.address()) + 1, Answering.MOST);
        for (int i = 0; i < data.count(); i++) {
          if (EXPORTS.at(data.address() + i) < 0 || data.bytes()[i] != at(data.address() + i)) {
            throw new AssertionError("byte " + i + " of " + data);
          }
        }
      }
      case Reply.Fault fault -> assertThat(EXPORTS.at(fault.address())).isEqualTo(-1);
      case Reply.StringLength length when length.bytes() >= 0 ->
          assertThat(at(((Request.StringLength) question).address() + length.bytes())).isZero();
      case Reply.StringLength length -> assertThat(length.bytes()).isEqualTo(Reply.StringLength.UNENDED);
      case Reply.Segments segments -> assertThat(segments.segments()).hasSize(EXPORTS.list().size());
      case Reply.Target target -> assertThat(target.target().order()).isEqualTo(ByteOrder.nativeOrder());
    }
  }

  @FuzzTest(maxDuration = "10m")
  void answersAreWhatWasAskedForOrEndTheChannel(byte[] input) throws Exception {
    if (input.length == 0) {
      return;
    }
    RawCodec raw = new RawCodec();
    RemoteMemoryOptions options =
        RemoteMemoryOptions.defaults()
            .withChannel(Fixture.IN_PROCESS.options())
            .withRequestLimit(Duration.ofNanos(1)) // all answers are there before the questions
            .withCacheBytes(CACHE);
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = Sides.pair(Fixture.IN_PROCESS);
    try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options);
        var server = pair.left().withOptions(Fixture.IN_PROCESS.options().withCodec(raw))) {
      boolean room = true;
      for (int at = 1; at + 1 < input.length && room; ) {
        int length = Math.min((input[at] & 0xff) + ((input[at + 1] & 0xff) << 8), input.length - at - 2);
        raw.next = Arrays.copyOfRange(input, at + 2, at + 2 + length);
        room = server.trySend(new Request.Segments(0));
        at += 2 + length;
      }
      for (int call = input[0] & 0xff; call > 0; call /= 6) {
        ask(reader, call % 6);
      }
      assertThat(reader.statistics().bytesReceived()).isLessThan(input.length);
      assertThat(reader.statistics().pages()).isZero();
    }
  }

  private static void ask(RemoteMemoryReader reader, int call) throws IpcException, InterruptedException {
    try (MemoryOperation op = reader.operation()) {
      switch (call) {
        case 0 -> {
          long once = op.getLong(ADDRESS);
          assertThat(op.getLong(ADDRESS)).as("in one operation").isEqualTo(once);
        }
        case 1 -> assertThat(op.read(ADDRESS, 2 * PAGE).byteSize()).isEqualTo(2 * PAGE);
        case 2 -> assertThat(op.readString(ADDRESS, PAGE).length()).isLessThan(PAGE);
        case 3 -> assertThat(reader.stringLength(ADDRESS, 8)).isBetween(0, 7);
        case 4 -> assertThat(reader.segments()).allSatisfy(one -> assertThat(one.size()).isPositive());
        default -> assertThat(reader.target().addressBytes()).isIn(4, 8);
      }
      assertThat(reader.statistics().cachedBytes()).isLessThanOrEqualTo(CACHE);
    } catch (MalformedMessageException wrong) {
      assertThatThrownBy(reader::segments).isInstanceOf(DisconnectedException.class);
    } catch (UnreadableMemoryException | LimitExceededException | IpcTimeoutException | DisconnectedException known) {
      // as it may be
    }
  }

  private static byte[] encoded(RemoteMemoryMessage message) throws IpcException {
    PayloadBuffer out = new PayloadBuffer("test", Asking.LONGEST_ANSWER);
    MemoryCodec.INSTANCE.encode(
        message,
        out,
        handle -> {
          throw new AssertionError("a handle was put");
        });
    return Arrays.copyOfRange(out.array(), Outgoing.HEAD_ROOM, Outgoing.HEAD_ROOM + out.length());
  }

  @Test
  void storedInputsAreOfToday() throws Exception {
    Map<String, byte[]> questions = new LinkedHashMap<>();
    questions.put("read", encoded(new Request.Read(1, LOW + 10, 8, 10, 4078)));
    questions.put("read-over-two-segments", encoded(new Request.Read(2, LOW + 2_990, 20, 2_990, 100)));
    questions.put("read-of-more-than-an-answer", encoded(new Request.Read(3, LOW + 3_000, 190_000, 0, 0)));
    questions.put("read-in-a-gap", encoded(new Request.Read(4, LOW + 202_999, 2, 0, 0)));
    questions.put("read-at-the-top", encoded(new Request.Read(5, -8, 8, PAGE, 0)));
    questions.put("string", encoded(new Request.StringLength(6, LOW + 17, 1_000)));
    questions.put("string-at-the-top", encoded(new Request.StringLength(7, -8, 1_000)));
    questions.put("segments", encoded(new Request.Segments(8)));
    questions.put("target", encoded(new Request.Target(9)));
    StoredInputs.areOfToday(RemoteMemoryFuzzTest.class, "aQuestionIsAnsweredFromWhatIsExportedOrRefused", questions);

    byte[] text = "text\0".getBytes(StandardCharsets.US_ASCII);
    Map<String, byte[]> answers = new LinkedHashMap<>();
    answers.put("nothing", new byte[] {1});
    Reply.Target target = new Reply.Target(2, new RemoteTarget(8, ByteOrder.BIG_ENDIAN));
    answers.put("word", input(6, new Reply.Data(1, ADDRESS, new byte[16], 16), target));
    answers.put("page", input(1, new Reply.Data(1, ADDRESS - 100, new byte[3 * PAGE], 3 * PAGE)));
    answers.put(
        "page-in-parts",
        input(1, new Reply.Data(1, ADDRESS, new byte[PAGE], PAGE), new Reply.Data(2, ADDRESS + PAGE, new byte[PAGE], PAGE)));
    answers.put("string", input(2, new Reply.Data(1, ADDRESS, text, text.length)));
    answers.put("length", input(3, new Reply.StringLength(1, 5)));
    answers.put("segments", input(4, new Reply.Segments(1, EXPORTS.list().stream().map(Export::segment).toList())));
    answers.put("target", input(5, new Reply.Target(1, new RemoteTarget(4, ByteOrder.LITTLE_ENDIAN))));
    answers.put("fault", input(1, new Reply.Fault(1, ADDRESS + 1, Reply.Reason.GONE, "gone")));
    answers.put("answers-to-two", input(6 * 5 + 4, new Reply.Segments(1, List.of()), target));
    StoredInputs.areOfToday(RemoteMemoryFuzzTest.class, "answersAreWhatWasAskedForOrEndTheChannel", answers);
  }

  /** {@return what to ask, in sixths, and the answers, each behind its length} */
  private static byte[] input(int calls, Reply... answers) throws IpcException {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    input.write(calls);
    for (Reply answer : answers) {
      byte[] bytes = encoded(answer);
      input.write(bytes.length);
      input.write(bytes.length >> 8);
      input.write(bytes, 0, bytes.length);
    }
    return input.toByteArray();
  }
}
