package org.ferryipc.benches.crossing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;

/** Two channels of bytes, there and back, to a {@link BytesPartner}. */
final class BytesLine implements AutoCloseable {
  private final IpcProcess<BytesPartner.Ends, Boolean> child;
  private final BytesSender out;
  private final BytesReceiver in;
  private final MemorySegment message;
  private final MemorySegment into;

  private BytesLine(
      IpcProcess<BytesPartner.Ends, Boolean> child, BytesSender out, BytesReceiver in, int length) {
    this.child = child;
    this.out = out;
    this.in = in;
    this.message = Arena.global().allocate(length, 64);
    this.into = Arena.global().allocate(length, 64);
    message.fill((byte) 'a');
  }

  /** Starts the other process, which answers after {@code each} messages. */
  static BytesLine start(String lanes, Where where, int length, int each) throws IOException, InterruptedException {
    ChannelOptions options = Lanes.of(lanes);
    IpcProcess<BytesPartner.Ends, Boolean> child =
        IpcProcess.java(
                BytesPartner.class, lanes, where.toString(), Integer.toString(length), Integer.toString(each))
            .start(BytesPartner.Ends.class, Boolean.class);
    BytesChannel there = Ferry.bytes(options);
    BytesChannel back = Ferry.bytes(options);
    child.accept().send(new BytesPartner.Ends(there.receiver(), back.sender()));
    where.here();
    return new BytesLine(child, there.sender(), back.receiver(), length);
  }

  void send() throws IpcException, InterruptedException {
    out.send(message);
  }

  int receive() throws IpcException, InterruptedException {
    int got = in.receive(into);
    if (got != into.byteSize()) {
      throw new IllegalStateException("a message came with another length");
    }
    return got;
  }

  @Override
  public void close() {
    out.close();
    in.close();
    child.close();
  }
}
