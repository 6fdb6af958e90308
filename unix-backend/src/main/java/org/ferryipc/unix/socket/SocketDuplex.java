package org.ferryipc.unix.socket;

import java.io.IOException;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.waiting.Pollable;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/** One end of a two-way channel: a sender and a receiver on one number. */
final class SocketDuplex implements DuplexPort, Traveller, Pollable {
  private final SocketSender out;
  private final SocketReceiver in;
  private final PeerIdentity peer;

  SocketDuplex(int number, PeerIdentity peer, @Nullable PeerLife life) {
    Readiness guarded = new Readiness(number);
    this.out = new SocketSender(guarded);
    this.in = new SocketReceiver(guarded, life);
    this.peer = peer;
  }

  static SocketDuplex received(int[] numbers, int at, int flags, long value) {
    SocketDuplex duplex = new SocketDuplex(numbers[at], PeerIdentity.UNKNOWN, null);
    SocketSender unusedOut = duplex.out.ofPeer();
    SocketReceiver unusedIn = duplex.in.ofPeer();
    duplex.in.arrived(numbers, at + 1, flags, value);
    return duplex;
  }

  @Override
  public PeerIdentity peer() {
    return peer;
  }

  @Override
  public SocketSender out() {
    return out;
  }

  @Override
  public SocketReceiver in() {
    return in;
  }

  @Override
  public GuardedNumber watched() throws IpcException {
    return in.watched();
  }

  @Override
  public void wake() {
    in.wake(); // both directions wait on one list
  }

  @Override
  public void release(CloseReason.Closed reason) throws IOException {
    try {
      in.endLane(); // the number is still open: so no send of the peer begins later and succeeds
      out.release(reason);
    } finally {
      in.release(); // the number is closed by now, what is known of the peer is not
    }
  }

  @Override
  public void prepare() throws IpcException {
    out.prepareAlone();
    boolean ready = false;
    try {
      in.prepare();
      ready = true;
    } finally {
      if (!ready) {
        out.stayed();
      }
    }
  }

  @Override
  public int descriptorCount() {
    return in.descriptorCount();
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    in.putDescriptors(numbers, at);
  }

  @Override
  public int tableFlags() {
    return in.tableFlags();
  }

  @Override
  public long tableValue() {
    return in.tableValue();
  }

  @Override
  public int departed() {
    try {
      in.tidy();
    } catch (Throwable e) {
      CloseFailures.report(this, e);
    }
    return out.departed(); // of the one number of both
  }

  @Override
  public void stayed() {
    out.stayed();
    in.stayed();
  }

  @Override
  public String toString() {
    return "duplex end";
  }
}
