package org.ferryipc.core.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/** A loan where there is no region for it: memory of the borrower, which is sent as any other. */
public final class PrivateLoan implements Loan {
  private static final long ALIGNMENT = 4096; // as a region's

  private final SendPort port;
  private final long size;
  private @Nullable MemorySegment memory;

  /** Makes a loan of {@code size} bytes that {@code port} sends. */
  public PrivateLoan(SendPort port, long size) {
    this.port = port;
    this.size = size;
  }

  @Override
  public MemorySegment memory(Arena life, Object kept) throws IpcException {
    MemorySegment made = MemoryRoom.segment(life, size, ALIGNMENT, "a loan");
    memory = made;
    return made;
  }

  @Override
  public boolean trySend(long length) throws IpcException {
    return port.trySendBytes(Objects.requireNonNull(memory), 0, length);
  }

  @Override
  public void release() {}

  @Override
  public String toString() {
    return "loan of " + size + " bytes";
  }
}
