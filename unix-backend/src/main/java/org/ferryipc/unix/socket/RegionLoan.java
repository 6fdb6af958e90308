package org.ferryipc.unix.socket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.unix.region.LentMemory;

/** A region that a program writes a message into. */
final class RegionLoan implements Loan {
  private final LendingEnd end;
  private final LentMemory lent;

  RegionLoan(LendingEnd end, LentMemory lent) {
    this.end = end;
    this.lent = lent;
  }

  @Override
  public MemorySegment memory(Arena life, Object kept) {
    return lent.until(life, kept);
  }

  @Override
  public boolean trySend(long length) throws IpcException {
    if (!end.trySend(lent.region(), length)) {
      return false;
    }
    end.lending().settle(lent.region(), true);
    return true;
  }

  @Override
  public void release() {
    end.lending().settle(lent.region(), false);
  }

  @Override
  public String toString() {
    return "loan of " + lent.memory().byteSize() + " bytes";
  }
}
