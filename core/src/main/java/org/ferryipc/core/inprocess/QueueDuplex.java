package org.ferryipc.core.inprocess;

import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.Resource;

/** One end of two queues that run opposite ways. */
final class QueueDuplex implements DuplexPort {
  private final QueueSender out;
  private final QueueReceiver in;

  QueueDuplex(MessageQueue out, MessageQueue in) {
    this.out = new QueueSender(out);
    this.in = new QueueReceiver(in);
  }

  @Override
  public PeerIdentity peer() {
    return PeerIdentity.UNKNOWN;
  }

  @Override
  public QueueSender out() {
    return out;
  }

  @Override
  public QueueReceiver in() {
    return in;
  }

  @Override
  public void wake() {
    out.wake();
    in.wake();
  }

  @Override
  public void release(CloseReason.Closed reason) {
    out.release(reason);
    in.release();
  }

  /** Gives up this end. {@return what came in messages that nobody read}; the caller's now */
  List<Resource> endReceiving() {
    out.release(CloseReason.Closed.ORDERLY);
    return in.queue().endReceiving();
  }

  @Override
  public String toString() {
    return "in-process duplex end";
  }
}
