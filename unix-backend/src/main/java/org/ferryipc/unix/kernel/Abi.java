package org.ferryipc.unix.kernel;

/**
 * What the two supported machines do differently in structures and flags; system call numbers are in {@link Syscall}.
 *
 * <p>Everything else this package uses is the same on both: 64-bit pointers, little-endian, {@code asm-generic}
 * error numbers and socket options.
 */
final class Abi {

  /** Name of the machine as the {@code os.arch} property spells it on Linux. */
  static final boolean AARCH64 = isAarch64(System.getProperty("os.arch"));

  /**
   * Offset of {@code st_mode} in {@code struct stat}: behind the 8-byte {@code st_nlink} on x86-64
   * ({@code arch/x86/include/uapi/asm/stat.h}), in front of the 4-byte one on aarch64 ({@code asm-generic/stat.h}).
   */
  static final int STAT_MODE = AARCH64 ? 16 : 24;

  /**
   * Size of {@code struct epoll_event} and offset of its {@code data}: packed on x86-64 only ({@code EPOLL_PACKED}
   * in {@code linux/eventpoll.h}).
   */
  static final int EPOLL_EVENT_BYTES = AARCH64 ? 16 : 12;

  static final int EPOLL_EVENT_DATA = AARCH64 ? 8 : 4;

  /** {@code asm-generic/fcntl.h}; aarch64 keeps the numbers of 32-bit ARM ({@code arch/arm64/.../fcntl.h}). */
  static final int O_DIRECTORY = AARCH64 ? 0x4000 : 0x10000;

  static final int O_NOFOLLOW = AARCH64 ? 0x8000 : 0x20000;

  private Abi() {}

  static boolean isAarch64(String arch) {
    return arch.equals("aarch64");
  }

  static boolean isX86(String arch) {
    return arch.equals("amd64") || arch.equals("x86_64");
  }
}
