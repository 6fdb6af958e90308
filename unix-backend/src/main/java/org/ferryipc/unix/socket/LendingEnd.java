package org.ferryipc.unix.socket;

import java.util.List;
import java.util.Optional;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.PrivateLoan;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.region.FileRegion;
import org.ferryipc.unix.region.LentMemory;
import org.ferryipc.unix.region.SendersRegions;
import org.jspecify.annotations.Nullable;

/** The regions of a sending end, for its large and its loaned messages. A superclass, as {@link LanedEnd} is. */
abstract class LendingEnd extends LanedEnd implements SendPort {
  // Made by the first message that wants one, under the lock; never unset.
  private volatile @Nullable SendersRegions regions;

  /** {@return this end's regions} */
  final SendersRegions lending() {
    SendersRegions present = regions;
    if (present == null) {
      lock();
      try {
        present = regions;
        if (present == null) {
          present = new SendersRegions();
          regions = present;
        }
      } finally {
        unlock();
      }
    }
    return present;
  }

  /** Refuses a number that came from a peer and is no channel's. */
  abstract void check(int socket) throws IpcException;

  /** {@return whether a call on the socket has sent}; throws if not for want of room */
  abstract boolean sent(long result) throws IpcException;

  @Override
  public final Optional<ChannelRegions> regions() {
    return Optional.of(lending());
  }

  @Override
  public final Loan loan(long size) throws IpcException {
    LentMemory lent = lending().lend(size);
    return lent != null ? new RegionLoan(this, lent) : new PrivateLoan(this, size);
  }

  /** Sends a message that was written in a region. {@return as {@link SendPort#trySend}} */
  final boolean trySend(FileRegion region, long length) throws IpcException {
    region.shorten(length);
    int socket = guarded().acquire();
    if (socket < 0) {
      return false;
    }
    try (MessageBlock block = MessageBlock.borrow()) {
      check(socket);
      int flags = OutgoingFrame.address(block, region);
      return sent(send(socket, block, flags, 0, length, List.of()));
    } finally {
      guarded().release();
    }
  }

  /** Gives up all regions that are not lent. */
  final void endLending() {
    SendersRegions present = regions;
    if (present != null) {
      present.close();
    }
  }
}
