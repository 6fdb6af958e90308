package org.ferryipc.benches.trips;

import java.io.IOException;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How long does an empty message take to somebody else, and one back? */
@State(Scope.Thread)
public class Trip {
  /** Who that is: a thread of this process, or another process. */
  @Param({"single", "multi"})
  public String process = "single";

  /** How both receive. */
  @Param({"channel", "port"})
  public String way = "channel";

  /** Whether messages go by lanes. */
  @Param({"off", "on"})
  public String lanes = "off";

  private final Empty message = new Empty();
  private @Nullable IpcProcess<Partner.Line, String> child;
  private @Nullable Thread thread;
  private @Nullable ReceiverSet set;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcSender<Empty> there;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcReceiver<Empty> back;

  /** Starts the other side. */
  @Setup
  public void open() throws IOException, InterruptedException {
    ChannelOptions options = Lanes.of(lanes);
    IpcChannel<Empty> out = Ferry.channel(Ends.EMPTY, options);
    IpcChannel<Empty> in = Ferry.channel(Ends.EMPTY, options);
    there = out.sender();
    back = in.receiver();
    Partner.Line line = new Partner.Line(out.receiver(), in.sender());
    if (process.equals("single")) {
      thread = Thread.ofPlatform().daemon().name("partner").start(() -> answer(line));
    } else {
      IpcProcess<Partner.Line, String> started =
          IpcProcess.java(Partner.class, way, lanes).start(Partner.LINE, Partner.NOTHING);
      child = started;
      try (Duplex<Partner.Line, String> first = started.accept()) {
        first.send(line);
      }
    }
    if (way.equals(Partner.PORT)) {
      ReceiverSet port = new ReceiverSet();
      port.add(back);
      set = port;
    }
  }

  private void answer(Partner.Line line) {
    try {
      Partner.answer(line, way);
    } catch (IpcException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends, and waits for the answer. */
  @Benchmark
  public int roundTrip() throws IpcException, InterruptedException {
    there.send(message);
    ReceiverSet port = set;
    if (port == null) {
      Empty unused = back.receive();
      return 1;
    }
    int came = 0;
    while (came == 0) {
      came = port.select().size();
    }
    return came;
  }

  /** Ends the other side. */
  @TearDown
  public void close() throws InterruptedException {
    there.close();
    Thread partner = thread;
    if (partner != null) {
      partner.join();
    }
    IpcProcess<Partner.Line, String> other = child;
    if (other != null) {
      int unused = other.process().waitFor();
      other.close();
    }
    ReceiverSet port = set;
    if (port == null) {
      back.close();
    } else {
      port.close();
    }
  }
}
