package org.ferryipc.benches.records;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a record with contents cost, sent and received? */
@State(Scope.Thread)
public class TransferStruct {
  /** The small message. */
  public static final MessageType<Letter.Small> SMALL = MessageType.of(Letter.Small.class);

  /** The large one. */
  public static final MessageType<Letter.Large> LARGE = MessageType.of(Letter.Large.class);

  /** Whether the message goes by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  private final Letter.Small few = Letter.small();
  private final Letter.Large much = Letter.large();

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<Letter.Small> narrow;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<Letter.Large> wide;

  /** Makes the channels. */
  @Setup
  public void open() throws IpcException {
    ChannelOptions options = Lanes.of(lanes);
    narrow = Ferry.channel(SMALL, options);
    wide = Ferry.channel(LARGE, options);
  }

  /** The small message. */
  @Benchmark
  public Letter.Small small() throws IpcException, InterruptedException {
    narrow.sender().send(few);
    return narrow.receiver().receive();
  }

  /** The large one. */
  @Benchmark
  public Letter.Large large() throws IpcException, InterruptedException {
    wide.sender().send(much);
    return wide.receiver().receive();
  }

  /** Closes the channels. */
  @TearDown
  public void close() {
    narrow.sender().close();
    narrow.receiver().close();
    wide.sender().close();
    wide.receiver().close();
  }
}
