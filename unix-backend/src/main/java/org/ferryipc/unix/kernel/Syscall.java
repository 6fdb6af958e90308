package org.ferryipc.unix.kernel;

import java.util.Locale;

/**
 * The system calls this package makes, with their numbers.
 *
 * <p>The first number is from {@code arch/x86/entry/syscalls/syscall_64.tbl}, the second from
 * {@code asm-generic/unistd.h}, which aarch64 uses. Calls go by number through {@code syscall(2)} because the first
 * link of each different C signature costs about ten milliseconds of start-up (fifteen signatures: 215 ms against
 * 100 ms, JDK 25), and because some of them ({@code fstat} before glibc 2.33, {@code pidfd_open}) are not symbols of
 * every C library.
 */
enum Syscall {
  READ(0, 63),
  WRITE(1, 64),
  CLOSE(3, 57),
  FSTAT(5, 80),
  LSEEK(8, 62),
  MMAP(9, 222),
  MUNMAP(11, 215),
  IOCTL(16, 29),
  PREAD64(17, 67),
  PWRITE64(18, 68),
  MREMAP(25, 216),
  MADVISE(28, 233),
  SOCKET(41, 198),
  SENDTO(44, 206),
  RECVFROM(45, 207),
  SENDMSG(46, 211),
  RECVMSG(47, 212),
  SHUTDOWN(48, 210),
  GETPEERNAME(52, 205),
  SOCKETPAIR(53, 199),
  SETSOCKOPT(54, 208),
  GETSOCKOPT(55, 209),
  FCNTL(72, 25),
  FLOCK(73, 32),
  FTRUNCATE(77, 46),
  GETUID(102, 174),
  GETEUID(107, 175),
  FSTATFS(138, 44),
  SCHED_SETAFFINITY(203, 122),
  EPOLL_CTL(233, 21),
  OPENAT(257, 56),
  MKDIRAT(258, 34),
  NEWFSTATAT(262, 79),
  UNLINKAT(263, 35),
  LINKAT(265, 37),
  PPOLL(271, 73),
  EPOLL_PWAIT(281, 22),
  FALLOCATE(285, 47),
  EVENTFD2(290, 19),
  EPOLL_CREATE1(291, 20),
  PRLIMIT64(302, 261),
  MEMFD_CREATE(319, 279),
  PREADV2(327, 286),
  PWRITEV2(328, 287),
  PIDFD_OPEN(434, 434),
  CLOSE_RANGE(436, 436);

  final long number;
  private final String label;

  Syscall(int x86, int aarch64) {
    number = Abi.AARCH64 ? aarch64 : x86;
    label = name().toLowerCase(Locale.ROOT);
  }

  /** {@return the name the kernel gives it} */
  @Override
  public String toString() {
    return label;
  }
}
