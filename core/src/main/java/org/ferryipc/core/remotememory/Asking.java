package org.ferryipc.core.remotememory;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Limits;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * The reader's end of the channel: one question at a time, and its answer.
 *
 * <p>A question that was given up (its time was over, or its thread was interrupted) may still be answered. Answers come in the
 * order of the questions and have their numbers, so a late one is known and dropped. An answer to a question that was never
 * put, or was answered before, ends the channel, and so does every other answer that no server gives.
 */
final class Asking {
  /** Longest answer that a server gives, listings and headers included; see {@link RemoteMemoryServer#SEGMENTS}. */
  static final int LONGEST_ANSWER = 512 << 10;

  // What our goodbye says to a server that answered wrongly.
  private static final int WRONG_ANSWER = 1;

  private final Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel;
  private final Duration limit;
  private final AtomicBoolean asking = new AtomicBoolean();
  private long lastId;
  private long answeredId;
  private long questions;
  private @Nullable String broken; // what was wrong with an answer
  private long bytesSent;

  Asking(Duplex<RemoteMemoryMessage, RemoteMemoryMessage> channel, ChannelOptions options, Duration limit) {
    this.channel = channel.withOptions(channelOptions(options));
    this.limit = limit;
  }

  // With handles an answer is over the limit: the transport closes them.
  static ChannelOptions channelOptions(ChannelOptions options) {
    return options
        .withCodec(MemoryCodec.INSTANCE)
        .withLimits(Limits.DEFAULT.withMessageBytes(LONGEST_ANSWER).withHandles(0));
  }

  Deadline deadline() {
    return Deadline.after(limit);
  }

  /** {@return the number for the next question} */
  long nextId() {
    lastId++;
    return lastId;
  }

  /** {@return how many questions were sent} */
  long questions() {
    return questions;
  }

  long bytesSent() {
    return bytesSent;
  }

  /**
   * {@return the answer to {@code question}}, of which only the number is checked
   *
   * @throws IllegalStateException if another thread asks: the two would take each other's answers
   */
  Reply ask(Request question, Deadline deadline) throws IpcException, InterruptedException {
    if (!asking.compareAndSet(false, true)) {
      throw new IllegalStateException("another thread reads with this reader; give each its own");
    }
    try {
      return askAlone(question, deadline);
    } finally {
      asking.set(false);
    }
  }

  private Reply askAlone(Request question, Deadline deadline) throws IpcException, InterruptedException {
    if (broken != null) {
      throw ended(question, new CloseReason.ProtocolError(broken));
    }
    send(question, deadline);
    questions++;
    bytesSent += question.length();
    while (true) {
      Reply answer = next(question, deadline);
      if (answer.id() == question.id()) {
        answeredId = answer.id();
        return answer;
      }
      if (answer.id() <= answeredId || answer.id() > lastId) {
        throw wrong(question, "number", "an answer to question " + answer.id() + ", which was not open");
      }
      answeredId = answer.id(); // late: somebody has given up waiting for it
    }
  }

  private void send(Request question, Deadline deadline) throws IpcException, InterruptedException {
    boolean sent = false;
    try {
      sent = channel.trySend(question) || channel.trySend(question, remaining(deadline));
      if (!sent) {
        throw new IpcTimeoutException(question.doing() + ": the question could not be sent", limit);
      }
    } catch (DisconnectedException gone) {
      throw ended(question, gone.reason());
    } finally {
      if (!sent) {
        lastId = question.id() - 1; // nobody can answer it
      }
    }
  }

  private Reply next(Request question, Deadline deadline) throws IpcException, InterruptedException {
    Received<Delivery<RemoteMemoryMessage>> received;
    try {
      received = channel.tryTake(remaining(deadline));
    } catch (SerializationException | LimitExceededException | MalformedMessageException bad) {
      throw wrong(question, "answer", String.valueOf(bad.getMessage()));
    }
    return switch (received) {
      case Received.Message<Delivery<RemoteMemoryMessage>>(Delivery<RemoteMemoryMessage> delivery) -> {
        if (delivery.value() instanceof Reply reply) {
          yield reply;
        }
        throw wrong(question, "kind", "a question in place of an answer");
      }
      case Received.Closed<Delivery<RemoteMemoryMessage>>(CloseReason reason) -> throw ended(question, reason);
      case Received.Empty<Delivery<RemoteMemoryMessage>> empty -> throw new IpcTimeoutException(question.doing(), limit);
    };
  }

  private static Duration remaining(Deadline deadline) {
    return Duration.ofNanos(deadline.remainingNanos());
  }

  private static DisconnectedException ended(Request question, CloseReason reason) {
    return new DisconnectedException(question.doing(), reason);
  }

  /** Ends the channel. {@return the error that says why} */
  MalformedMessageException wrong(Request question, String field, String detail) {
    broken = field + ": " + detail;
    channel.close(new CloseReason.Closed(WRONG_ANSWER, "wrong answer"));
    return new MalformedMessageException(question.doing(), field, detail);
  }

  void close() {
    channel.close();
  }

  @Override
  public String toString() {
    return channel.toString();
  }
}
