package org.ferryipc.unix.doorway;

import static org.ferryipc.unix.doorway.Fact.Kind.FAULT;
import static org.ferryipc.unix.doorway.Fact.Kind.RELIED_ON;

/**
 * One thing junixsocket was seen to do that Ferry's design rests on, with what a probe must see
 * while it is still so. The probes are {@link PairAndCastProbe}, {@link CarriedDescriptorProbe},
 * {@link WaitingProbe} and {@link AddressProbe}.
 */
enum Fact {
  STREAM_PAIR_LEAKS_TWO(
      FAULT,
      "20 stream socket pairs, closed, leave 40 descriptors",
      "40 left",
      "makes its pairs with socketpair(2) itself"),
  SEQPACKET_PAIR_LEAKS_TWO(
      FAULT,
      "20 packet socket pairs, closed, leave 40 descriptors",
      "40 left",
      "makes its pairs with socketpair(2) itself"),
  FILE_CHANNEL_LEAKS(
      FAULT,
      "a descriptor cast to FileChannel stays open when that is closed",
      "20 of 20 left",
      "casts to streams only and takes their channels"),
  SOCKET_CHANNEL_LEAKS(
      FAULT,
      "a descriptor cast to AFUNIXSocketChannel stays open when that is closed",
      "20 of 20 left",
      "has its own byteChannel() for sockets"),

  MORE_THAN_60_LOSE_THE_PAYLOAD(
      FAULT,
      "a message with 61 descriptors cannot be read, and its bytes are gone",
      "SocketException, then \"next\"",
      "receives with its own recvmsg(2)"),
  MORE_THAN_60_LEAK_60(
      FAULT,
      "a message with 61 descriptors leaves 60 of them open for ever",
      "60 left",
      "receives with its own recvmsg(2)"),
  RECEIVED_NOT_CLOSE_ON_EXEC(
      FAULT,
      "received descriptors are inherited by programs this process executes",
      "close-on-exec: false",
      "receives with MSG_CMSG_CLOEXEC"),
  FULL_SOCKET_DROPS_DESCRIPTORS(
      FAULT,
      "a non-blocking write that finds the socket full forgets its descriptors, so the retry goes"
          + " without",
      "wrote 0, pending: false, the retry carried 0",
      "sends with its own sendmsg(2)"),
  CARRIER_CLOSES_WHAT_IT_HANDED_OVER(
      FAULT,
      "closing a channel closes the descriptors that were received through it and taken from it",
      "open before: true, open after: false",
      "receives with its own recvmsg(2)"),

  SELECTOR_IS_POLL(
      FAULT,
      "the selector has no epoll descriptor: each select hands all keys to poll(2)",
      "only pipe",
      "waits with epoll itself"),
  SELECTOR_LOSES_THE_TAIL(
      FAULT,
      "when the peer writes and closes, the key is invalid at once and forgotten by the next"
          + " select, the data unread",
      "selected 1, valid: false; then selected 0, keys 0; unread: \"tail\"",
      "waits with epoll itself"),
  IDLE_VIRTUAL_READ_BURNS(
      FAULT,
      "a virtual thread that waits in a channel's read uses the processor all the time",
      "platform thread: idle, virtual thread: busy",
      "parks virtual threads on its own poller"),

  BIND_REPLACES_A_FILE(
      FAULT,
      "bind removes a regular file at its path, even with address reuse off",
      "bound, the file is gone",
      "binds only in a fresh directory of its own and publishes by link(2)"),
  BIND_STEALS_A_LIVE_PATH(
      FAULT,
      "bind takes the path of a server that is listening on it",
      "bound, the client reached the second",
      "binds only in a fresh directory of its own and publishes by link(2)"),
  ACCEPT_CLOSES_WHEN_THE_PATH_IS_GONE(
      FAULT,
      "accept closes the listener when its path was renamed or removed",
      "ClosedChannelException, open: false",
      "keeps its private name as long as it listens"),
  INTERRUPT_CLOSES_THE_LISTENER(
      FAULT,
      "an interrupt in a blocking accept closes the listener",
      "ClosedByInterruptException, open: false",
      "accepts without blocking and waits with its own poll"),

  CONNECTIONS_LEAK_NOTHING(
      RELIED_ON,
      "20 connections by listen, connect and accept, closed, leave nothing",
      "0 left",
      "makes its connections at the doorway this way"),
  CONNECTIONS_ARE_CLOSE_ON_EXEC(
      RELIED_ON,
      "listening, connecting and accepted sockets are close-on-exec",
      "true, true, true",
      "sets nothing on the doorway's sockets itself"),
  CAST_GIVES_THE_NUMBER(
      RELIED_ON,
      "using(descriptor).as(Integer) gives the number of a doorway connection",
      "the number of a new socket",
      "sends and receives on that number"),
  STREAM_CASTS_ARE_EXACT(
      RELIED_ON,
      "unsafeUsing(number).as(FileInputStream or FileOutputStream) closes exactly its own"
          + " descriptor",
      "0 of 200 left, text: true",
      "converts descriptors to streams this way"),
  CAST_GIVES_A_REDIRECT(
      RELIED_ON,
      "unsafeUsing(number).as(Redirect) hands a descriptor to a started process",
      "exit 0, wrote \"hello\"",
      "converts descriptors to redirects this way"),
  CREDENTIALS_OF_A_CLIENT(
      RELIED_ON,
      "an accepted stream connection knows the process and user of its client",
      "pid: true, uid: true",
      "checks credentials at the doorway"),
  CREDENTIALS_OF_A_SERVER(
      RELIED_ON,
      "a connected stream connection knows the process and user of its server",
      "pid: true, uid: true",
      "checks credentials at the doorway");

  /** Why a fact is pinned. */
  enum Kind {
    /** Ferry goes another way because of it. */
    FAULT(
        "If this release mended it, think again about what docs/decisions.md says of junixsocket,"
            + " and then change or drop this fact."),
    /** Ferry would break without it. */
    RELIED_ON(
        "Do not take this release before Ferry does without it; docs/decisions.md says what"
            + " junixsocket is for.");

    final String advice;

    Kind(String advice) {
      this.advice = advice;
    }
  }

  private final Kind kind;
  private final String sentence;

  /** What {@link FactReport#report} tells while the fact holds. */
  final String expected;

  /** What Ferry does because of it. */
  private final String ferry;

  Fact(Kind kind, String sentence, String expected, String ferry) {
    this.kind = kind;
    this.sentence = sentence;
    this.expected = expected;
    this.ferry = ferry;
  }

  /** {@return what to tell the reader when junixsocket {@code version} does something else} */
  String alarm(String version) {
    return "It is no longer so in junixsocket %s that %s. Ferry %s. %s"
        .formatted(version, sentence, ferry, kind.advice);
  }

  @Override
  public String toString() {
    return sentence;
  }
}
