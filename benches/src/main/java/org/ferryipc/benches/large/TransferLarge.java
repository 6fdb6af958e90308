package org.ferryipc.benches.large;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a message cost that is larger than a packet, sent here and received by another thread? */
@State(Scope.Thread)
public class TransferLarge {
  /** The message's length. */
  @Param({"248832", "1048576", "8388608"})
  public int bytes = 1048576;

  /** Whether the channel has a lane; a message as large as these never goes by it. */
  @Param({"off", "on"})
  public String lanes = "off";

  private MemorySegment message = MemorySegment.NULL;

  @SuppressWarnings("NullAway.Init") // by open
  private BytesSender sender;

  @SuppressWarnings("NullAway.Init") // by open
  private Taker taker;

  /** Makes the channel and starts the thread that receives. */
  @Setup
  public void open() throws IpcException {
    BytesChannel channel = Ferry.bytes(Lanes.of(lanes));
    sender = channel.sender();
    message = Arena.global().allocate(bytes, 64);
    message.fill((byte) 1);
    taker = Taker.start(() -> new Receiver(channel.receiver(), bytes));
  }

  /** Sends one message, and waits until the other thread has it. */
  @Benchmark
  public long transfer() throws IpcException, InterruptedException {
    sender.send(message);
    return taker.awaitNext();
  }

  /** Closes everything. */
  @TearDown
  public void close() throws InterruptedException {
    sender.close();
    taker.join();
  }

  private record Receiver(BytesReceiver receiver, MemorySegment into) implements Taker.Source {
    Receiver(BytesReceiver receiver, int bytes) {
      this(receiver, Arena.global().allocate(bytes, 64));
    }

    @Override
    public boolean take() throws IpcException, InterruptedException {
      try {
        return receiver.receive(into) == into.byteSize() || wrongLength();
      } catch (DisconnectedException end) {
        return false;
      }
    }

    private static boolean wrongLength() {
      throw new IllegalStateException("the message arrived with another length");
    }

    @Override
    public void close() {
      receiver.close();
    }
  }
}
