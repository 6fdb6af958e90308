package org.ferryipc.core.remotememory;

import java.nio.ByteOrder;
import org.ferryipc.core.failure.MalformedMessageException;

/** Answers the questions that come on one channel. For one thread. */
final class Answering {
  /**
   * Most bytes of memory in one answer; a reader asks for the rest. So much goes in one packet (208 KiB) in any case, and needs no
   * file beside it.
   */
  static final int MOST = 128 << 10;

  private static final int FIRST_ROOM = 2 * RemoteMemoryReader.PAGE;

  private final String channel;
  private byte[] room = new byte[FIRST_ROOM];

  Answering(String channel) {
    this.channel = channel;
  }

  /**
   * {@return the answer}, which is valid until the next question
   *
   * @throws MalformedMessageException if no reader asks that
   */
  Reply answer(Request question, Exports exports) throws MalformedMessageException {
    return switch (question) {
      case Request.Read read -> read(read, exports);
      case Request.StringLength string -> stringLength(string, exports);
      case Request.Segments(long id) ->
          new Reply.Segments(id, exports.list().stream().map(Export::segment).toList());
      case Request.Target(long id) -> new Reply.Target(id, new RemoteTarget(Long.BYTES, ByteOrder.nativeOrder()));
    };
  }

  private Reply read(Request.Read read, Exports exports) throws MalformedMessageException {
    long wanted = read.address();
    long wantedLast = wanted + read.size() - 1;
    if (read.size() < 1
        || Long.compareUnsigned(wantedLast, wanted) < 0
        || Long.compareUnsigned(read.before(), wanted) > 0
        || Long.compareUnsigned(wantedLast + read.after(), wantedLast) < 0) {
      throw new MalformedMessageException(channel, "range", read.doing() + " goes over an end of the address space");
    }
    int index = exports.at(wanted);
    if (index < 0) {
      return fault(read.id(), wanted, exports);
    }
    Export export = exports.list().get(index);
    long inFront = Math.min(read.before(), wanted - export.start());
    long readable = readable(exports, index, wanted, (long) read.size() + read.after());
    if (readable < read.size()) {
      return fault(read.id(), wanted + readable, exports);
    }
    if (inFront + readable > MOST) {
      inFront = 0;
      readable = Math.min(readable, MOST);
    }
    int count = (int) (inFront + readable);
    if (copy(exports, index, wanted - inFront, count)) {
      return new Reply.Data(read.id(), wanted - inFront, room, count);
    }
    // Not all of it can be read in fact: a neighbour on the page may be gone, and what is wanted may not.
    count = inFact(exports, index, wanted, Math.min(read.size(), MOST));
    if (count == Math.min(read.size(), MOST)) {
      return new Reply.Data(read.id(), wanted, room, count);
    }
    return gone(read.id(), wanted + count, exports);
  }

  private static Reply gone(long id, long address, Exports exports) {
    String name = exports.list().get(exports.at(address)).segment().name();
    return new Reply.Fault(id, address, Reply.Reason.GONE, name);
  }

  /** Copies up to {@code count} exported bytes. {@return how many could be read before the first that could not} */
  private int inFact(Exports exports, int index, long address, int count) {
    int done = 0;
    for (int at = index; done < count; ) {
      Export export = exports.list().get(at);
      long from = address + done;
      long pageEnd = RemoteMemoryReader.PAGE - (from & (RemoteMemoryReader.PAGE - 1));
      long inSegment = export.last() - from + 1;
      int part = (int) Math.min(count - done, Math.min(pageEnd, inSegment));
      if (!export.copy(from, room, done, part)) {
        return done;
      }
      done += part;
      at += part == inSegment ? 1 : 0;
    }
    return done;
  }

  /** {@return how many of {@code most} bytes from {@code address} on are exported without a gap} */
  private static long readable(Exports exports, int index, long address, long most) {
    long count = Math.min(most, exports.list().get(index).last() - address + 1);
    for (int at = index; count < most && exports.continues(at); at++) {
      count += Math.min(most - count, exports.list().get(at + 1).segment().size());
    }
    return count;
  }

  private boolean copy(Exports exports, int index, long address, int count) {
    if (room.length < count) {
      room = new byte[count];
    }
    int done = 0;
    for (int at = index; done < count; at++) {
      Export export = exports.list().get(at);
      long from = address + done;
      int part = (int) Math.min(count - done, export.last() - from + 1);
      if (!export.copy(from, room, done, part)) {
        return false;
      }
      done += part;
    }
    return true;
  }

  private Reply stringLength(Request.StringLength string, Exports exports) throws MalformedMessageException {
    if (string.most() < 1) {
      throw new MalformedMessageException(channel, "range", string.doing() + " within " + string.most() + " bytes");
    }
    int looked = 0;
    while (looked < string.most()) {
      long from = string.address() + looked;
      int index = looked > 0 && from == 0 ? -1 : exports.at(from); // 0: behind the last address there is
      if (index < 0) {
        return fault(string.id(), from, exports);
      }
      // Page by page: the end may lie on the last that can be read.
      long pageEnd = RemoteMemoryReader.PAGE - (from & (RemoteMemoryReader.PAGE - 1));
      int count = (int) Math.min(string.most() - looked, readable(exports, index, from, pageEnd));
      if (!copy(exports, index, from, count)) {
        return gone(string.id(), from + inFact(exports, index, from, count), exports);
      }
      for (int i = 0; i < count; i++) {
        if (room[i] == 0) {
          return new Reply.StringLength(string.id(), looked + i);
        }
      }
      looked += count;
    }
    return new Reply.StringLength(string.id(), Reply.StringLength.UNENDED);
  }

  private static Reply fault(long id, long address, Exports exports) {
    int before = exports.before(address - 1);
    if (address != 0 && before >= 0 && exports.list().get(before).last() == address - 1) {
      String name = exports.list().get(before).segment().name();
      return new Reply.Fault(id, address, Reply.Reason.BEHIND_THE_END, name);
    }
    return new Reply.Fault(id, address, Reply.Reason.NOT_EXPORTED, "");
  }
}
