package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.MemoryRoom;

/**
 * The message that a receiver had taken from its socket and not given out when it was moved: it travels in a file of its
 * own, laid out as a payload file of generation 0.
 */
public final class BacklogFile {
  private BacklogFile() {}

  /** {@return a descriptor, the caller's, of a file that holds {@code message}} */
  public static int write(byte[] message) throws IpcException {
    return PayloadFile.holding(0, List.of(MemorySegment.ofArray(message)), message.length, new byte[0], 0).number();
  }

  /**
   * {@return the message in a peer's file}; the descriptor stays the caller's
   *
   * @throws MalformedMessageException if it is no such file
   * @throws LimitExceededException if it is longer than {@code limits} allow
   */
  public static byte[] read(int number, long length, Limits limits, String channel) throws IpcException {
    if (length < 0) {
      throw new MalformedMessageException(channel, "backlog length", Long.toString(length));
    }
    if (length > limits.messageBytes()) {
      throw new LimitExceededException(channel, "messageBytes", limits.messageBytes(), length);
    }
    return read(number, length, channel);
  }

  /**
   * As the other, of something that no limit of a message counts: there are as many bytes in the file.
   *
   * @throws MalformedMessageException if it is no such file
   */
  public static byte[] read(int number, long length, String channel) throws IpcException {
    PayloadReader.check(number, length, channel);
    byte[] message = MemoryRoom.array((int) length, "a message, which is lost,");
    PayloadReader.read(number, 0, length, MemorySegment.ofArray(message), channel);
    return message;
  }
}
