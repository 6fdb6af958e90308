package org.ferryipc.core.inprocess;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.PrivateLoan;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Waiting;
import org.jspecify.annotations.Nullable;

/** The sending end of a queue. */
final class QueueSender implements SendPort {
  private final MessageQueue queue;
  private volatile @Nullable HeapRegions regions; // made by the first loan, under this

  QueueSender(MessageQueue queue) {
    this.queue = queue;
  }

  @Override
  public HandleKind kind() {
    return HandleKind.SENDER;
  }

  @Override
  public boolean trySend(Outgoing message) throws IpcException {
    int length = message.length();
    if (message.parts().isEmpty()) {
      return queue.offer(MemorySegment.ofArray(message.bytes()), message.offset(), length, message.resources());
    }
    byte[] joined = Outgoing.joined(message.parts(), MemoryRoom.array(length, "sending a message"));
    return queue.offer(MemorySegment.ofArray(joined), 0, length, message.resources());
  }

  @Override
  public boolean trySendBytes(MemorySegment buffer, long offset, long length) throws IpcException {
    return queue.offer(buffer, offset, length, List.of());
  }

  @Override
  public Loan loan(long size) throws IpcException {
    Loan lent = lending().loan((int) size);
    return lent != null ? lent : new PrivateLoan(this, size);
  }

  @Override
  public Optional<ChannelRegions> regions() {
    return Optional.of(lending());
  }

  private HeapRegions lending() {
    HeapRegions present = regions;
    if (present == null) {
      synchronized (this) {
        present = regions;
        if (present == null) {
          present = new HeapRegions(queue);
          regions = present;
        }
      }
    }
    return present;
  }

  @Override
  public void awaitRoom(Deadline deadline, Waiting caller) throws InterruptedException {
    queue.awaitRoom(deadline, caller);
  }

  @Override
  public void share() {
    queue.shareSender();
  }

  @Override
  public int packetBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void wake() {
    queue.wake();
  }

  @Override
  public void release(CloseReason.Closed reason) {
    if (queue.releaseSender(reason)) {
      HeapRegions lent = regions;
      if (lent != null) {
        lent.close();
      }
    }
  }

  @Override
  public String toString() {
    return "in-process sender";
  }
}
