package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;
import java.util.OptionalInt;

/** Memory files of huge pages, which a peer may have and which are no ordinary memory. */
public final class HugePages {
  private static final int MFD_CLOEXEC_ALLOW_SEALING_HUGETLB = 0x1 | 0x2 | 0x4; // linux/memfd.h
  private static final long SIZE = 2 << 20;

  private HugePages() {}

  /** {@return a sealed file of one huge page, the caller's}; none where the kernel has no such files */
  public static OptionalInt file() throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      long name = arena.allocateFrom("ferry-huge").address();
      long made = SystemCalls.call(Syscall.MEMFD_CREATE, name, MFD_CLOEXEC_ALLOW_SEALING_HUGETLB, 0);
      if (made < 0) {
        return OptionalInt.empty();
      }
      MemoryFiles.resize((int) made, SIZE);
      MemoryFiles.addSeals((int) made, MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW);
      return OptionalInt.of((int) made);
    }
  }
}
