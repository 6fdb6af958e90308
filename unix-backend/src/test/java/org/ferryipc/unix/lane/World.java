package org.ferryipc.unix.lane;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.ferryipc.unix.lane.Scenario.Option;

/**
 * The state of an exploration, as an array of numbers that can be copied and compared: the socket, the lanes' memory with a
 * buffer of stores in front of it for each party, and what the parties were doing.
 *
 * <p>A store goes into its party's buffer and lands later, in order; a fence, an atomic step and a packet that the kernel
 * takes make all of them land. That is what x86-64 does.
 */
final class World {
  static final int RECEIVER = 2;
  static final int PARTIES = 3;

  // Words of a lane, as stores name them; behind them are its slots, 8 bytes each.
  static final int TAIL = 0;
  static final int HEAD = 1;
  static final int HINT = 2;
  static final int ARMED = 3;
  static final int ACCEPTED = 4;
  static final int SLOTS = 5;

  // Of a slot: the record's two numbers, and the message, which stands for the payload.
  private static final int LENGTH = 0;
  private static final int FRAMES = 1;
  private static final int MESSAGE = 2;
  private static final int SLOT = 3;

  // Kinds of packets.
  static final int NOTHING = 0;
  static final int END = 1;
  static final int RESET = 2;
  static final int BELL = 3;
  static final int OPEN = 4;
  static final int DATA = 5;
  private static final int PACKET = 3; // kind, stamp, content

  /** The stamp of an unstamped frame. */
  static final int NO_STAMP = -1;

  // Answers of sendmsg.
  static final int OK = 0;
  static final int EAGAIN = 1;
  static final int EPIPE = 2;
  static final int ENOBUFS = 3;

  private static final int STORES = 4; // in a buffer: a receiver that arms has two, and one that just did has them still
  private static final int STORE = 3; // lane, word, value
  static final int PRIVATE = 20;

  // Counters of the whole.
  static final int NEXT = 0;
  static final int COMPLETED = 1;
  static final int DELIVERED = 2;
  static final int LATE = 3;
  static final int SENDERS = 4;
  static final int READER = 5;
  static final int CLOSED = 6;
  static final int OFFERED = 7;
  static final int NO_MEMORY = 8;
  static final int MOVES = 9;
  static final int DEADLINES = 10;
  static final int LOOKS = 11;
  static final int KILLS_OF_SENDERS = 12;
  static final int KILLS_OF_RECEIVER = 13;
  static final int WATCHED = 14;
  static final int PERMIT = 15;
  static final int RESET_DUE = 16;
  private static final int COUNTERS = 17;

  final Scenario scenario;
  final int ringBytes;
  /** The number of a lane that is only the moved receiver's. */
  final int backlog;

  private final int before; // for each message: those completed before it began
  private final int socket;
  private final int lanes;
  private final int lane; // its size
  private final int buffers;
  private final int parties;
  final int size;

  int[] s;

  /** What the two sides have answered, in any order of steps. */
  final Set<Enum<?>> answers = new HashSet<>();

  World(Scenario scenario) {
    this.scenario = scenario;
    ringBytes = scenario.ring() * LaneWords.RECORD_HEADER;
    backlog = scenario.lanes();
    before = COUNTERS;
    socket = before + scenario.messages();
    lanes = socket + 1 + PACKET * scenario.socket();
    lane = SLOTS + SLOT * scenario.ring();
    buffers = lanes + lane * (scenario.lanes() + 1);
    parties = buffers + PARTIES * (1 + STORE * STORES);
    size = parties + PARTIES * (PRIVATE + 1 + Replay.LOG);
    s = new int[size];
    s[SENDERS] = 1;
    s[READER] = 1;
    s[NO_MEMORY] = scenario.count(Option.NO_MEMORY);
    s[MOVES] = scenario.count(Option.MOVE_RECEIVER);
    s[DEADLINES] = scenario.count(Option.DEADLINE);
    s[LOOKS] = scenario.count(Option.LOOK_AGAIN);
    s[KILLS_OF_SENDERS] = scenario.has(Option.KILL_SENDERS) ? 2 : 0;
    s[KILLS_OF_RECEIVER] = scenario.has(Option.KILL_RECEIVER) ? 1 : 0;
  }

  /** {@return where a party's saved state is} */
  int privateOf(int party) {
    return parties + party * (PRIVATE + 1 + Replay.LOG);
  }

  /** {@return where a party's log is} */
  int logOf(int party) {
    return privateOf(party) + PRIVATE;
  }

  private int wordAt(int number, int word) {
    return lanes + number * lane + word;
  }

  private int slotAt(int number, long position) {
    return wordAt(number, SLOTS) + SLOT * (int) (position / LaneWords.RECORD_HEADER % scenario.ring());
  }

  // Memory.

  int load(int number, int word) {
    return s[wordAt(number, word)];
  }

  void storeNow(int number, int word, int value) {
    s[wordAt(number, word)] = value;
  }

  void store(int party, int number, int word, int value) {
    int buffer = bufferOf(party);
    if (s[buffer] == STORES) {
      land(party, 0);
    }
    int at = buffer + 1 + STORE * s[buffer]++;
    s[at] = number;
    s[at + 1] = word;
    s[at + 2] = value;
  }

  private int bufferOf(int party) {
    return buffers + party * (1 + STORE * STORES);
  }

  int pending(int party) {
    return s[bufferOf(party)];
  }

  /** {@return whether the store may land before those in front of it}: none of them is to the same word */
  boolean mayPass(int party, int index) {
    int first = bufferOf(party) + 1;
    int at = first + STORE * index;
    for (int other = first; other < at; other += STORE) {
      if (s[other] == s[at] && s[other + 1] == s[at + 1]) {
        return false;
      }
    }
    return true;
  }

  void land(int party, int index) {
    int buffer = bufferOf(party);
    int at = buffer + 1 + STORE * index;
    storeNow(s[at], s[at + 1], s[at + 2]);
    int end = buffer + 1 + STORE * s[buffer];
    System.arraycopy(s, at + STORE, s, at, end - at - STORE);
    Arrays.fill(s, end - STORE, end, 0);
    s[buffer]--;
  }

  void landAll(int party) {
    while (pending(party) > 0) {
      land(party, 0);
    }
  }

  void writeRecord(int number, long at, int frames, int length, int message) {
    int slot = slotAt(number, at);
    s[slot + LENGTH] = length;
    s[slot + FRAMES] = frames;
    s[slot + MESSAGE] = message;
  }

  /** {@return the record's two numbers in one}, the length below */
  int record(int number, long at) {
    int slot = slotAt(number, at);
    return s[slot + FRAMES] << Short.SIZE | s[slot + LENGTH];
  }

  int message(int number, long at) {
    return s[slotAt(number, at) + MESSAGE];
  }

  /** Copies what the receiver has not read into the memory that is only its own. */
  void keepBacklog(int number, long from, long to) {
    for (long at = from; at < to && number != backlog; at += LaneWords.RECORD_HEADER) {
      System.arraycopy(s, slotAt(number, at), s, slotAt(backlog, at), SLOT);
    }
  }

  // The socket.

  boolean readable() {
    return s[socket] > 0 || s[SENDERS] == 0 || s[RESET_DUE] > 0;
  }

  /** {@return whether the kernel would say that there is room}: only when three quarters are free */
  boolean writable() {
    return s[READER] == 0 || s[socket] <= scenario.socket() / 4;
  }

  boolean isFull() {
    return s[socket] == scenario.socket();
  }

  boolean isEmpty() {
    return s[socket] == 0;
  }

  void queue(int party, int kind, int stamp, int content) {
    landAll(party);
    int at = socket + 1 + PACKET * s[socket]++;
    s[at] = kind;
    s[at + 1] = stamp;
    s[at + 2] = content;
  }

  /** {@return the first packet, in one number}; see {@link #kind} */
  int unqueue() {
    int first = socket + 1;
    int packet = s[first] | (s[first + 1] + 1) << 4 | s[first + 2] << 16;
    int end = first + PACKET * s[socket];
    System.arraycopy(s, first + PACKET, s, first, end - first - PACKET);
    Arrays.fill(s, end - PACKET, end, 0);
    s[socket]--;
    return packet;
  }

  static int kind(int packet) {
    return packet & 15;
  }

  static int stamp(int packet) {
    return (packet >> 4 & 0xFFF) - 1;
  }

  static int content(int packet) {
    return packet >> 16;
  }

  /** A sender's process has it no more. */
  void senderGoes(int party) {
    landAll(party);
    s[SENDERS]--;
    if (scenario.has(Option.RESET) && s[SENDERS] == 0) {
      s[RESET_DUE] = 1;
    }
  }

  // Messages.

  int beginMessage() {
    int message = s[NEXT]++;
    s[before + message] = s[COMPLETED];
    if (s[CLOSED] != 0) {
      s[LATE] |= 1 << message;
    }
    return message;
  }

  void complete(int message) {
    if ((s[LATE] & 1 << message) != 0) {
      throw new Fault("a send that began after the receiver was closed says that it succeeded");
    }
    s[COMPLETED] |= 1 << message;
  }

  void deliver(int message) {
    int bit = 1 << message;
    if ((s[DELIVERED] & bit) != 0) {
      throw new Fault("message " + message + " is delivered twice");
    }
    if ((s[before + message] & ~s[DELIVERED]) != 0) {
      throw new Fault("message " + message + " is delivered before one that was sent before it");
    }
    s[DELIVERED] |= bit;
  }

  boolean missing() {
    return (s[COMPLETED] & ~s[DELIVERED]) != 0;
  }

  /** What must not be. */
  static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Fault(String what) {
      super(what, null, false, false);
    }
  }
}
