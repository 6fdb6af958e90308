package org.ferryipc.rpc;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Handles;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Deadline;
import org.jspecify.annotations.Nullable;

/** The calls of the other side: takes them, has them run, answers them. */
final class Serving {
  // Of the calls in flight, so that a caller of one-way methods is never held up for want of a report.
  private static final int REPORTS_PER_FLIGHT = 4;
  private static final int MOST_PER_REPORT = 64;

  private final Connection connection;
  private final RpcOptions options;
  private final Runner runner;
  private final CallTable<IncomingCall> calls = new CallTable<>();
  private final AtomicInteger counted = new AtomicInteger();
  private final AtomicInteger unreported = new AtomicInteger();
  private final AtomicInteger slack = new AtomicInteger();
  private final AtomicInteger lettingGo = new AtomicInteger();
  private final Object quiet = new Object();
  private volatile int reportAfter = 1;
  private volatile @Nullable String leaving;

  Serving(Connection connection, RpcOptions options, Runner runner) {
    this.connection = connection;
    this.options = options;
    this.runner = runner;
  }

  /** Makes ready for calls, if some are expected; else the first one does. */
  void begin() {
    runner.begin();
  }

  Connection connection() {
    return connection;
  }

  /** Learns how many calls the other side will have in flight. */
  void expect(int callsInFlight) {
    int flight = Math.min(callsInFlight, options.callsInFlight());
    reportAfter = Math.clamp(flight / REPORTS_PER_FLIGHT, 1, MOST_PER_REPORT);
  }

  /**
   * Takes a call on; never waits.
   *
   * @return whether a thread was woken for it that may receive as well
   * @throws SerializationException if it is one that no Ferry makes
   */
  boolean arrived(Frame.Call frame, Delivery<Frame> delivery) throws SerializationException {
    OutgoingCall behalf = frame.within() == 0 ? null : connection.calls().get(frame.within());
    int depth = behalf == null ? 0 : behalf.depth + 1;
    IncomingCall call = new IncomingCall(this, frame, delivery, depth, behalf == null);
    @Nullable Fault refused = refusal(call);
    if (refused != null) {
      refuse(call, refused);
      return false;
    }
    if (calls.get(frame.id()) != null) { // only the thread that receives puts any in
      call.drop();
      throw WireReader.wrong("two calls have one number");
    }
    calls.put(call);
    connection.exports().used(frame.cargo().used());
    if (call.counted) {
      counted.incrementAndGet();
    }
    return schedule(call, behalf);
  }

  private @Nullable Fault refusal(IncomingCall call) {
    String farewell = leaving;
    if (farewell != null && call.counted) {
      return Fault.of(Fault.Kind.LEAVING, farewell);
    }
    if (call.depth > options.nesting()) {
      return Fault.of(Fault.Kind.LIMIT, "calls are nested more than " + options.nesting() + " deep");
    }
    if (call.counted && counted.get() >= options.callsInFlight() + slack.get()) {
      return Fault.of(Fault.Kind.LIMIT, "more than " + options.callsInFlight() + " calls in flight");
    }
    // Nested ones do not count, but a peer could make any number of them on behalf of one call.
    if (calls.size() > (options.nesting() + 1L) * options.callsInFlight()) {
      return Fault.of(Fault.Kind.LIMIT, "too many nested calls");
    }
    return null;
  }

  /**
   * A frame was lost, and with it a call, an answer, or neither. The other side takes one place for free then, and may
   * be wrong: so it may have one call more in flight, up to twice as many.
   */
  void lost() {
    int unused = slack.updateAndGet(now -> Math.min(now + 1, options.callsInFlight()));
  }

  private void refuse(IncomingCall call, Fault fault) throws SerializationException {
    call.drop();
    if (!call.call.oneWay()) {
      connection.wire().post(new Frame.Failed(call.call.id(), fault));
      return;
    }
    logLost(call, fault.text());
    if (fault.kind() == Fault.Kind.LIMIT && call.counted) {
      throw WireReader.wrong(fault.text()); // a Ferry waits for reports
    }
    settled(call.call.within());
  }

  // The thread that waits for the answer to the call on whose behalf this one is made runs it. Nobody may be waiting
  // for a future, or may begin to: then whoever comes first.
  private boolean schedule(IncomingCall call, @Nullable OutgoingCall behalf) {
    if (behalf != null && behalf.future != null) {
      call.mayBeRunBy(behalf);
    }
    if (behalf != null && behalf.offer(call) && behalf.future == null) {
      return true;
    }
    return switch (runner.take(call)) {
      case BY_RECEIVER -> true;
      case ELSEWHERE -> false;
      case NOT -> {
        boolean unused = call.refuse(Fault.of(Fault.Kind.LIMIT, "there is no thread for it"));
        yield false;
      }
    };
  }

  /** Answers a call that cannot even be read. */
  void unreadable(Frame.Unreadable frame) {
    if (!frame.oneWay()) {
      connection.wire().post(new Frame.Failed(frame.id(), frame.fault()));
    } else {
      FerryLog.log(
          System.Logger.Level.WARNING, "a one-way call was lost: " + frame.fault().text(), null);
      settled(frame.within());
    }
  }

  void cancel(long id) {
    IncomingCall call = calls.get(id);
    if (call != null) {
      call.cancel();
    }
  }

  void answer(IncomingCall call, @Nullable Object value) {
    uncount(call);
    ValueForm form = call.call.forms().result;
    if (call.call.oneWay()) {
      letGo(form, value); // nothing, if the caller's interface is like ours
      done(call);
      settled(call.call.within());
      return;
    }
    Cargo cargo = new Cargo();
    try {
      connection.wire().send(new Frame.Result(call.call.id(), form, value, cargo));
    } catch (DisconnectedException gone) {
      cargo.unload(connection.exports()); // who asked is gone, and the connection ends
      letGo(form, value);
    } catch (IpcException | RuntimeException | Error refused) { // by the codec, a limit, or the system
      cargo.unload(connection.exports());
      letGo(form, value);
      connection.wire().post(new Frame.Failed(call.call.id(), Fault.thrown(refused)));
    } finally {
      done(call);
    }
  }

  /** Lets go of a result that nobody gets: closes its handles, or the object if it was to travel by reference. */
  void letGo(ValueForm form, @Nullable Object value) {
    if (value == null) {
      return;
    }
    if (form instanceof ReferenceForm(InterfacePlan plan, Connection _)) {
      if (!connection.exports().knows(value, plan)) {
        Export.letGo(value, plan);
      }
      return;
    }
    try {
      Handles.close(value);
    } catch (IllegalArgumentException closedModule) {
      FerryLog.log(System.Logger.Level.WARNING, "handles of a lost result stay open", closedModule);
    }
  }

  void fail(IncomingCall call, Fault fault) {
    uncount(call);
    if (call.call.oneWay()) {
      logLost(call, fault.type() + " " + fault.text());
      done(call);
      settled(call.call.within());
    } else {
      connection.wire().post(new Frame.Failed(call.call.id(), fault));
      done(call);
    }
  }

  private static void logLost(IncomingCall call, String why) {
    FerryLog.log(System.Logger.Level.WARNING, "one-way call " + call.plan() + " failed: " + why, null);
  }

  private void uncount(IncomingCall call) {
    if (call.counted) {
      counted.decrementAndGet();
    }
  }

  private void done(IncomingCall call) {
    List<Export> used = call.call.cargo().used();
    if (used.isEmpty()) {
      boolean unused = calls.remove(call);
    } else {
      lettingGo.incrementAndGet(); // first: who finds the call gone must not think that all is quiet
      if (calls.remove(call)) {
        connection.exports().unused(used).forEach(this::letGoBehind);
      }
      lettingGo.decrementAndGet();
    }
    if (leaving != null) {
      synchronized (quiet) {
        quiet.notifyAll();
      }
    }
    if (calls.isEmpty()) {
      connection.finishIfQuiet();
    }
  }

  /** The connection has ended, and so has the wait for the future that a call returned. */
  void abandoned(IncomingCall call) {
    uncount(call);
    done(call);
  }

  // A one-way call has no answer by which its caller sees that it is not in flight any more.
  private void settled(long within) {
    if (within == 0 && unreported.incrementAndGet() >= reportAfter) {
      int count = unreported.getAndSet(0);
      if (count > 0) {
        connection.wire().post(new Frame.Settled(count));
      }
    }
  }

  boolean isQuiet() {
    return calls.isEmpty() && lettingGo.get() == 0;
  }

  /** Counts one reference of the other side less. If that was the last, the object is let go. */
  void released(long object) {
    lettingGo.incrementAndGet(); // first: an object that is in no list any more must not be overlooked
    Export last = connection.exports().released(object);
    if (last != null) {
      letGoBehind(last);
    }
    lettingGo.decrementAndGet();
    connection.finishIfQuiet();
  }

  // Behind the calls that have arrived, since they may use it.
  private void letGoBehind(Export last) {
    lettingGo.incrementAndGet();
    runBehind(
        () -> {
          Export.letGo(last.object, last.plan);
          lettingGo.decrementAndGet();
          connection.finishIfQuiet();
        });
  }

  /** Runs something behind the calls that have arrived. */
  void runBehind(Runnable task) {
    if (!runner.run(task)) {
      Thread.ofVirtual().start(task);
    }
  }

  /** Takes no further call but those on behalf of calls of this side. {@return whether this was new} */
  synchronized boolean leave(String text) {
    boolean first = leaving == null;
    if (first) {
      leaving = text;
    }
    return first;
  }

  /**
   * {@return whether no call runs any more} but those in whose midst the calling thread is. Behind {@link #leave} only: a call that
   * has ended looks whether this side leaves after it was taken out, so either it wakes who waits here or it is not seen here.
   */
  boolean awaitQuiet(Deadline deadline) throws InterruptedException {
    int own = IncomingCall.depthOn(connection);
    synchronized (quiet) {
      while (calls.size() > own && !deadline.passed()) {
        TimeUnit.NANOSECONDS.timedWait(quiet, Math.max(1, deadline.remainingNanos()));
      }
      return calls.size() <= own;
    }
  }

  /** Ends the calls that somebody waits for: nobody does any more. One-way calls were sent in order to be executed. */
  void callerIsGone() {
    for (IncomingCall call : calls.all()) {
      if (!call.call.oneWay()) {
        call.cancel();
      }
      call.abandon();
    }
  }

  void stop() {
    runner.stop();
  }
}
