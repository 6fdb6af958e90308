package org.ferryipc.benches.bytes;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a message of bytes in native memory cost, sent to oneself and received into memory of one's own? */
@State(Scope.Thread)
public class TransferBytes {
  /** The message's length. */
  @Param("4096")
  public int bytes = 4096;

  /** Whether the message goes by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  private MemorySegment message = MemorySegment.NULL;
  private MemorySegment into = MemorySegment.NULL;

  @SuppressWarnings("NullAway.Init") // by open
  private BytesChannel channel;

  /** Makes the channel and the memory. */
  @Setup
  public void open() throws IpcException {
    channel = Ferry.bytes(Lanes.of(lanes));
    Arena arena = Arena.ofAuto();
    message = arena.allocate(bytes);
    message.fill((byte) 1);
    into = arena.allocate(bytes);
  }

  /** Sends and receives one message. */
  @Benchmark
  public int transfer() throws IpcException, InterruptedException {
    channel.sender().send(message);
    return channel.receiver().receive(into);
  }

  /** Closes the channel. */
  @TearDown
  public void close() {
    channel.sender().close();
    channel.receiver().close();
  }
}
