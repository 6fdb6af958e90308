package org.ferryipc.benches.regions;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.large.EachByte;
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

/** What does a message cost that is made in a loan here, and read in place by another thread, every byte of it? */
@State(Scope.Thread)
public class TransferLoaned {
  /** The message's length. */
  @Param({"4096", "248832", "1048576", "8388608"})
  public int bytes = 1048576;

  @SuppressWarnings("NullAway.Init") // by open
  private BytesSender sender;

  @SuppressWarnings("NullAway.Init") // by open
  private Taker taker;

  /** Makes the channel and starts the thread that receives. */
  @Setup
  public void open() throws IpcException {
    BytesChannel channel = Ferry.bytes(Lanes.SOCKET);
    sender = channel.sender();
    taker = Taker.start(() -> new Receiver(channel.receiver()));
  }

  /** Makes and sends one message, and waits until the other thread has read it. */
  @Benchmark
  public long transfer() throws IpcException, InterruptedException {
    try (LoanedMessage message = sender.loan(bytes)) {
      EachByte.make(message.segment());
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

  private record Receiver(BytesReceiver receiver) implements Taker.Source {
    @Override
    public boolean take() throws IpcException, InterruptedException {
      try (ReceivedLoan message = receiver.takeLoaned()) {
        EachByte.read(message.segment());
        return true;
      } catch (DisconnectedException end) {
        return false;
      }
    }

    @Override
    public void close() {
      receiver.close();
    }
  }
}
