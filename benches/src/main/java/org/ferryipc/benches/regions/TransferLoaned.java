package org.ferryipc.benches.regions;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.benches.bytes.TransferBytes;
import org.ferryipc.benches.large.Taker;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a message cost that is written into a loan here, and read in place by another thread, every byte of it? */
@State(Scope.Thread)
public class TransferLoaned {
  /** The message's length. */
  @Param({"4096", "248832", "1048576", "8388608"})
  public int bytes = 1048576;

  private MemorySegment content = MemorySegment.NULL;

  @SuppressWarnings("NullAway.Init") // by open
  private BytesSender sender;

  @SuppressWarnings("NullAway.Init") // by open
  private Taker taker;

  /** Makes the channel and starts the thread that receives. */
  @Setup
  public void open() throws IpcException {
    BytesChannel channel = Ferry.bytes(TransferBytes.SOCKET);
    sender = channel.sender();
    content = Arena.global().allocate(bytes, 64);
    content.fill((byte) 1);
    taker = Taker.start(() -> new Receiver(channel.receiver(), bytes));
  }

  /** Writes and sends one message, and waits until the other thread has read it. */
  @Benchmark
  public long transfer() throws IpcException, InterruptedException {
    try (LoanedMessage message = sender.loan(bytes)) {
      MemorySegment.copy(content, 0, message.segment(), 0, bytes);
      message.send();
    }
    return taker.awaitNext();
  }

  /** Closes everything. */
  @TearDown
  public void close() throws InterruptedException {
    sender.close();
    taker.join();
  }

  private record Receiver(BytesReceiver receiver, int bytes) implements Taker.Source {
    private static final long ONES = 0x0101_0101_0101_0101L;

    @Override
    public boolean take() throws IpcException, InterruptedException {
      try (ReceivedLoan message = receiver.takeLoaned()) {
        return sum(message.segment()) == ONES * (bytes / Long.BYTES) || wrongBytes();
      } catch (DisconnectedException end) {
        return false;
      }
    }

    private static long sum(MemorySegment message) {
      long sum = 0;
      for (long at = 0; at < message.byteSize(); at += Long.BYTES) {
        sum += message.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      }
      return sum;
    }

    private static boolean wrongBytes() {
      throw new IllegalStateException("the message arrived with other bytes");
    }

    @Override
    public void close() {
      receiver.close();
    }
  }
}
