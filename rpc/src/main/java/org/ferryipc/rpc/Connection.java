package org.ferryipc.rpc;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.PeerText;
import org.ferryipc.core.transport.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * One connection: two sides that may both serve and call. Holds what they share, receives frames and gives each to whom
 * it concerns, and ends once.
 */
final class Connection implements Pump.Source {
  private static final int LOOKS_FIRST_EACH = 64;
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final long number = NUMBERS.incrementAndGet();
  private final RpcOptions options;
  private final PeerIdentity peer;
  private final Wire wire;
  private final Exports exports = new Exports();
  private final CallTable<OutgoingCall> calls = new CallTable<>();
  private final Forms forms;
  private final Pump pump;
  private final Serving serving;
  private final Calling calling;
  private final LostFrames lostFrames;
  private final Announcements announcements;
  private final AtomicBoolean finished = new AtomicBoolean();
  private final CompletableFuture<CloseReason> ended = new CompletableFuture<>();
  private final CompletableFuture<CloseReason> over = new CompletableFuture<>(); // just before it: for those who keep count

  /** Why and how it ended; null while it is open. Written once, under this. */
  private volatile @Nullable Ending ending;

  private volatile Frame.@Nullable Hello hello;

  // Of the leader. A look that finds nothing is a system call for nothing: so where the last one did, as between a call
  // and its answer, it is waited first, and looked first only now and then, to see whether more comes than is waited
  // for.
  private boolean waitsFirst;
  private int looks;

  // Of the leader: whether it has given a call to another thread since it waited last.
  private boolean handedOver;

  /** Takes a two-way end over, whatever its types. */
  Connection(Duplex<?, ?> end, RpcOptions options) {
    this.options = options;
    this.peer = end.peer();
    var channel = options.doorway().channel();
    this.wire = Wire.over(end, channel, this);
    this.forms = new Forms(this, channel);
    this.pump = new Pump(this, "ferry-rpc-watch-" + number);
    Runner runner = Runner.of(options.execution(), pump, "ferry-rpc-calls-" + number);
    this.serving = new Serving(this, options, runner);
    this.calling = new Calling(this, options);
    this.lostFrames = new LostFrames(this, calling);
    this.announcements = new Announcements(this);
  }

  /** Serves {@code root}, says hello and begins to receive. */
  void serve(Object root, InterfacePlan plan) {
    Export export = new Export(Exports.ROOT, root, plan);
    if (exports.root(export)) {
      start(plan, plan.reachable());
    } else {
      Export.letGo(root, plan); // the client has gone meanwhile
    }
  }

  /** Says hello and begins to receive. */
  void start(@Nullable InterfacePlan root, Map<String, InterfacePlan> callable) {
    var channel = options.doorway().channel();
    wire.post(
        new Frame.Hello(
            root == null ? "" : root.name,
            channel.codec().name(),
            options.callsInFlight(),
            channel.limits().messageBytes(),
            channel.limits().handles(),
            announcements.fresh(callable)));
    if (root != null) {
      serving.begin();
    }
    pump.start();
  }

  RpcOptions options() {
    return options;
  }

  PeerIdentity peer() {
    return peer;
  }

  Exports exports() {
    return exports;
  }

  Announcements announcements() {
    return announcements;
  }

  Forms forms() {
    return forms;
  }

  Pump pump() {
    return pump;
  }

  Calling calling() {
    return calling;
  }

  Serving serving() {
    return serving;
  }

  Wire wire() {
    return wire;
  }

  CallTable<OutgoingCall> calls() {
    return calls;
  }

  Frame.@Nullable Hello hello() {
    return hello;
  }

  @Nullable Ending ending() {
    return ending;
  }

  @Override
  public boolean isOver() {
    return ending != null;
  }

  /** {@return completed when the connection has ended and nothing of it runs any more} */
  CompletableFuture<CloseReason> ended() {
    return ended;
  }

  void giveUp(OutgoingCall call) {
    calling.giveUp(call);
  }

  @Override
  public boolean receiveOne(Waiter leader, Deadline deadline) throws InterruptedException {
    try {
      boolean waited = waitsFirst && ++looks % LOOKS_FIRST_EACH != 0;
      if (waited) {
        awaitArrival(leader, deadline);
      }
      return switch (wire.tryTake()) {
        case Received.Message<Delivery<Frame>>(Delivery<Frame> delivery) -> {
          waitsFirst = waited;
          yield dispatch(delivery);
        }
        case Received.Closed<Delivery<Frame>>(CloseReason reason) -> endedThere(reason);
        case Received.Empty<Delivery<Frame>> nothing -> {
          waitsFirst = true;
          if (!waited) {
            awaitArrival(leader, deadline);
          }
          yield false;
        }
      };
    } catch (DisconnectedException e) {
      return endedThere(e.reason());
    } catch (LimitExceededException | ResourceExhaustedException lost) {
      lostHere(lost);
    } catch (SerializationException | MalformedMessageException broken) {
      CloseReason reason = new CloseReason.ProtocolError(String.valueOf(broken.getMessage()));
      end(new Ending(reason, reason.describe(), true));
    } catch (IpcException | HandleStateException over) {
      end(new Ending(new CloseReason.Unknown(), String.valueOf(over.getMessage()), true));
    } catch (RuntimeException | Error fault) {
      FerryLog.log(System.Logger.Level.ERROR, this + " ends by a fault of its own", fault);
      end(new Ending(new CloseReason.Unknown(), "a fault: " + fault, true));
    }
    return true;
  }

  // A receive could not be ended from outside when what the thread waits for is there; a wait at the port can.
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it but speed
  private void awaitArrival(Waiter leader, Deadline deadline) throws IpcException, InterruptedException {
    if (handedOver) {
      handedOver = false;
      Thread.yield(); // or this thread, looking for what comes next, keeps the processor from the one that runs the call
    }
    wire.awaitArrival(deadline, new Arrival(this, leader));
  }

  private record Arrival(Connection connection, Waiter leader) implements Waiting {
    @Override
    public boolean isOver() {
      return connection.isOver() || leader.isReady();
    }

    @Override
    public boolean isDueSoon() {
      return true; // an answer, or the next call of who was just answered
    }
  }

  @Override
  public void wakeReceiver() {
    wire.wake();
  }

  private boolean endedThere(CloseReason reason) {
    end(new Ending(reason, reason.describe(), false));
    return true;
  }

  private boolean dispatch(Delivery<Frame> delivery) throws SerializationException {
    return switch (delivery.value()) {
      case Frame.Call call -> {
        boolean receives = serving.arrived(call, delivery);
        handedOver |= !receives;
        yield receives;
      }
      case Frame.Result(long id, ValueForm form, Object value, Cargo cargo) ->
          calling.answered(id, new OutgoingCall.Outcome.Answered(value, delivery, cargo));
      case Frame.Failed(long id, Fault fault) -> calling.failed(id, fault);
      case Frame.UnreadableResult(long id, SerializationException why) -> {
        delivery.close();
        yield calling.unreadable(id, why);
      }
      case Frame.Unreadable unreadable -> {
        delivery.close();
        serving.unreadable(unreadable);
        yield false;
      }
      case Frame.Cancel(long id) -> {
        serving.cancel(id);
        yield false;
      }
      case Frame.Release(long object) -> {
        serving.released(object);
        yield false;
      }
      case Frame.Settled(int count) -> calling.settled(count);
      case Frame.Hello said -> {
        greeted(said);
        yield true;
      }
      case Frame.Tables(var tables) -> {
        calling.learn(tables);
        yield false;
      }
      case Frame.Goodbye(String text) -> {
        calling.leave(text);
        yield true;
      }
      case Frame.Lost(String text) -> {
        serving.lost();
        lostFrames.there(text);
        yield true;
      }
    };
  }

  private void greeted(Frame.Hello said) throws SerializationException {
    if (hello != null) {
      throw WireReader.wrong("a second hello");
    }
    String codec = options.doorway().channel().codec().name();
    if (!said.codec().equals(codec)) {
      throw WireReader.wrong("the other side's codec is " + PeerText.printable(said.codec()) + ", this one's " + codec);
    }
    if (said.callsInFlight() < 1) {
      throw WireReader.wrong("the other side takes no calls");
    }
    serving.expect(said.callsInFlight());
    calling.greeted(said);
    hello = said;
    calling.wakeNewcomers();
  }

  // At the descriptor limit, or over this side's limits: the frame is lost, with whatever was in it, and the channel
  // goes on; but not without the hello, which comes first.
  private void lostHere(IpcException why) {
    if (hello == null) {
      CloseReason.Closed reason = Fault.goodbye("the hello of the other side cannot be taken: " + why.getMessage());
      end(new Ending(reason, reason.text(), true));
      return;
    }
    FerryLog.log(System.Logger.Level.WARNING, "a call or its result was lost on arrival", why);
    wire.post(new Frame.Lost(String.valueOf(why.getMessage())));
    serving.lost();
    lostFrames.here(why);
  }

  /** Ends the connection, if nothing has ended it before. */
  void end(Ending how) {
    synchronized (this) {
      if (ending != null) {
        return;
      }
      ending = how;
    }
    wire.close(how.here() && how.reason() instanceof CloseReason.Closed reason ? reason : Fault.goodbye(how.text()));
    calling.end(how);
    serving.callerIsGone();
    pump.stop();
    finishIfQuiet();
  }

  /** Lets go of what was exported, when the connection has ended and the last call too. */
  void finishIfQuiet() {
    Ending how = ending;
    if (how == null) {
      return;
    }
    exports.keepTogether(); // what was taken out before counts in what is asked now
    if (serving.isQuiet() && finished.compareAndSet(false, true)) {
      serving.stop();
      Thread.ofVirtual()
          .name("ferry-rpc-end-" + number)
          .start(
              () -> {
                exports.end().forEach(export -> Export.letGo(export.object, export.plan));
                over.complete(how.reason());
                ended.complete(how.reason());
              });
    }
  }

  /** Has {@code then} run when the connection is over, before anybody who waits for its {@link #ended} goes on. */
  void whenOver(Runnable then) {
    var unused = over.thenRun(then);
  }

  /** Takes no new calls, and says so once. */
  void leave(String text) {
    if (serving.leave(text)) {
      wire.post(new Frame.Goodbye(Fault.goodbye(text).text()));
    }
  }

  /** Ends it from this side, in order: no new calls, then the running ones within {@code limit}, then all. */
  void shutdown(Duration limit, String text) throws InterruptedException {
    CloseReason.Closed reason = Fault.goodbye(text);
    try {
      leave(text);
      Deadline deadline = Deadline.after(limit);
      boolean unused = serving.awaitQuiet(deadline);
      wire.awaitPosted(deadline); // the last answers may still wait for room
    } finally {
      end(new Ending(reason, text.isEmpty() ? "closed by this side" : text, true));
    }
  }

  void close() {
    end(new Ending(CloseReason.Closed.ORDERLY, "closed by this side", true));
  }

  @Override
  public String toString() {
    return "connection " + number + peer.pid().stream().mapToObj(pid -> " to process " + pid).findAny().orElse("");
  }

  Ending over() {
    return Objects.requireNonNull(ending);
  }
}
