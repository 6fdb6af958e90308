package org.ferryipc.unix.doorway;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.OptionalInt;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;

/**
 * Puts together one message of the doorway from a stream, in whatever pieces it comes. Descriptors that come with it are
 * closed; a client asks for one of them to be kept. One thread at a time.
 */
final class HelloReader implements AutoCloseable {

  private static final int NONE = -1;

  private final String from;
  private final boolean wantsDescriptor;
  private byte[] bytes = new byte[HelloFormat.HEADER_BYTES];
  private int filled;
  private boolean headerRead;
  private int descriptor = NONE;
  private boolean descriptorLost;

  /** What one look found. */
  enum Progress {
    /** More must come. */
    UNFINISHED,
    /** The message is there. */
    WHOLE,
    /** The other side has closed the connection before the message's end. */
    ENDED
  }

  /**
   * Reads nothing yet.
   *
   * @param from who sends, for error texts
   * @param wantsDescriptor whether the first descriptor that comes is kept
   */
  HelloReader(String from, boolean wantsDescriptor) {
    this.from = from;
    this.wantsDescriptor = wantsDescriptor;
  }

  /**
   * Takes what is there; never waits.
   *
   * @throws IpcException if it is no message of this doorway
   * @throws KernelException if the system refuses
   */
  Progress read(int socket) throws IpcException, KernelException {
    try (MessageBlock block = MessageBlock.borrow()) {
      MemorySegment piece = block.inline();
      block.withoutHeader().payload(piece);
      while (true) {
        long received = block.receive(socket);
        if (received == -Errno.EAGAIN) {
          return Progress.UNFINISHED;
        }
        if (received == 0 || received == -Errno.ECONNRESET) {
          return Progress.ENDED;
        }
        if (received < 0) {
          throw new KernelException("recvmsg", (int) -received);
        }
        keepDescriptor(block);
        if (add(piece.asSlice(0, received))) {
          return Progress.WHOLE;
        }
      }
    }
  }

  /** {@return the message}; after {@link Progress#WHOLE} */
  byte[] message() {
    return bytes;
  }

  /** {@return the descriptor that came with it, which is the caller's now}; empty if none came */
  OptionalInt takeDescriptor() {
    int taken = descriptor;
    descriptor = NONE;
    return taken == NONE ? OptionalInt.empty() : OptionalInt.of(taken);
  }

  /** {@return whether a descriptor came for which this process had no free number} */
  boolean lostDescriptor() {
    return descriptorLost;
  }

  /** Closes the descriptor that nobody took. */
  @Override
  public void close() {
    takeDescriptor().ifPresent(Descriptors::discard);
  }

  private void keepDescriptor(MessageBlock block) {
    descriptorLost |= block.controlTruncated();
    if (wantsDescriptor && descriptor == NONE && block.received() > 0) {
      descriptor = block.take(0); // the others are closed by the block
    }
  }

  /** {@return whether the message is whole with these bytes} */
  private boolean add(MemorySegment piece) throws IpcException {
    int at = 0;
    while (true) {
      int count = (int) Math.min(piece.byteSize() - at, bytes.length - filled);
      MemorySegment.copy(piece, JAVA_BYTE, at, bytes, filled, count);
      filled += count;
      at += count;
      if (filled < bytes.length) {
        return false;
      }
      if (headerRead) {
        break;
      }
      headerRead = true;
      bytes = Arrays.copyOf(bytes, HelloFormat.messageLength(from, bytes));
    }
    if (at < piece.byteSize()) {
      throw new MalformedMessageException(from, "length", "bytes behind the message's end");
    }
    return true;
  }
}
