package org.ferryipc.core.inprocess;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Waiting;

/** The receiving end of a queue. */
final class QueueReceiver implements ReceivePort {
  private final MessageQueue queue;
  private final int[] lastLength = new int[1]; // guarded by the caller's turn

  QueueReceiver(MessageQueue queue) {
    this.queue = queue;
  }

  @Override
  public HandleKind kind() {
    return HandleKind.RECEIVER;
  }

  @Override
  public Arrival tryReceive(Limits limits) throws IpcException {
    return queue.take(limits);
  }

  @Override
  public Arrival tryReceiveInPlace(Limits limits) throws IpcException {
    return queue.takeInPlace(limits);
  }

  @Override
  public BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits, boolean lent) throws IpcException {
    return queue.takeBytes(into, limits, lastLength);
  }

  @Override
  public int lastLength() {
    return lastLength[0];
  }

  @Override
  public CloseReason endReason() {
    return queue.reason();
  }

  @Override
  public Reach reach() {
    return Reach.PROCESS;
  }

  @Override
  public boolean rest() {
    return queue.isQuiet();
  }

  @Override
  public void awaitArrival(Deadline deadline, Waiting caller) throws InterruptedException {
    queue.awaitArrival(deadline, caller);
  }

  @Override
  public void wake() {
    queue.wake();
  }

  @Override
  public void release() {
    queue.releaseReceiver();
  }

  MessageQueue queue() {
    return queue;
  }

  @Override
  public String toString() {
    return "in-process receiver";
  }
}
