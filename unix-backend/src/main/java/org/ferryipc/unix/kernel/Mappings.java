package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Shared mappings of files: mmap(2), mremap(2), madvise(2). */
public final class Mappings {

  // asm-generic/mman-common.h
  public static final int PROT_READ = 1;
  public static final int PROT_WRITE = 2;
  public static final int MADV_DONTNEED = 4;
  public static final int MADV_REMOVE = 9;

  /** A multiple of every page size that a machine may have: 4, 16 and 64 KiB, {@code arch/arm64/Kconfig}. */
  public static final long LARGEST_PAGE = 65_536;

  private static final long SMALLEST_PAGE = 4096;
  private static final int MADV_NORMAL = 0;

  private static final int MADV_POPULATE_WRITE = 23;

  private static final int MAP_SHARED = 1;
  private static final int MAP_PRIVATE = 2;
  private static final int MREMAP_MAYMOVE = 1; // linux/mman.h
  private static final Runnable NOTHING = () -> {};

  private Mappings() {}

  /**
   * {@return the system's page size}: what madvise(2) begins at a multiple of, and rounds lengths up to
   *
   * <p>It is asked of just that rule, with lengths of 0, which touch nothing: neither {@code /proc} nor another C function, whose
   * link costs ten milliseconds, is needed.
   */
  public static long pageSize() {
    return Page.SIZE;
  }

  /** {@return the next multiple of {@code page}, a power of two, from {@code bytes} on} */
  public static long wholePages(long bytes, long page) {
    return (bytes + page - 1) & -page;
  }

  /** Asked once, and only by who needs it. */
  private static final class Page {
    static final long SIZE = ask();

    private static long ask() {
      long size = SMALLEST_PAGE;
      while (size < LARGEST_PAGE && SystemCalls.call(Syscall.MADVISE, size, 0, MADV_NORMAL) != 0) {
        size <<= 1;
      }
      return size;
    }
  }

  /**
   * Maps a file for as long as the caller likes: no arena guards it, and no access may follow {@link #unmap}.
   *
   * <p>For memory that is accessed under one lock of the caller. An arena that many threads share stops them all
   * when it closes, for as long as there are threads.
   *
   * @param offset a multiple of the page size
   * @param length more than 0
   * @param protection {@link #PROT_READ}, with {@link #PROT_WRITE} or without
   * @throws KernelException {@code EACCES} if the descriptor does not allow it, {@code EPERM} against a seal,
   *     {@code ENOMEM} at RLIMIT_AS, {@code EINVAL} for offset or length
   */
  public static MemorySegment map(int fd, long offset, long length, int protection) throws KernelException {
    long address = address(fd, offset, length, protection, MAP_SHARED);
    return restrict(MemorySegment.ofAddress(address).reinterpret(length), protection);
  }

  /** As the other, until {@code arena} is closed or, for an automatic one, forgotten. */
  public static MemorySegment map(int fd, long offset, long length, int protection, Arena arena)
      throws KernelException {
    return map(fd, offset, length, protection, arena, NOTHING);
  }

  /**
   * As {@link #map(int, long, long, int, Arena)}.
   *
   * @param unmapped run when the mapping is no more
   */
  public static MemorySegment map(int fd, long offset, long length, int protection, Arena arena, Runnable unmapped)
      throws KernelException {
    return owned(address(fd, offset, length, protection, MAP_SHARED), length, protection, arena, unmapped);
  }

  /**
   * Maps what a writable mapping shows once more, writable too: also where a seal forbids new ones by {@link #map}, as
   * {@code F_SEAL_FUTURE_WRITE} does (mremap(2): an old size of 0).
   *
   * @param mapping a whole shared mapping, which stays as it is
   * @param unmapped run when the new mapping is no more
   * @throws KernelException {@code ENOMEM} at RLIMIT_AS
   */
  public static MemorySegment mapAgain(MemorySegment mapping, Arena arena, Runnable unmapped) throws KernelException {
    long length = mapping.byteSize();
    long address =
        SystemCalls.require(
            Syscall.MREMAP, SystemCalls.call(Syscall.MREMAP, mapping.address(), 0, length, MREMAP_MAYMOVE, 0, 0));
    return owned(address, length, PROT_READ | PROT_WRITE, arena, unmapped);
  }

  /** As {@link #map(int, long, long, int, Arena)}, but what is written is seen by this mapping only. */
  public static MemorySegment mapPrivate(int fd, long offset, long length, int protection, Arena arena)
      throws KernelException {
    return owned(address(fd, offset, length, protection, MAP_PRIVATE), length, protection, arena, NOTHING);
  }

  private static MemorySegment owned(long address, long length, int protection, Arena arena, Runnable unmapped) {
    try {
      MemorySegment whole =
          MemorySegment.ofAddress(address)
              .reinterpret(
                  length,
                  arena,
                  unowned -> {
                    unmapQuietly(unowned.address(), length);
                    unmapped.run();
                  });
      return restrict(whole, protection);
    } catch (RuntimeException | Error refused) { // the arena is closed, or another thread's
      unmapQuietly(address, length);
      throw refused;
    }
  }

  /** Ends a mapping made without an arena. The segment and its slices must not be used again, by anybody. */
  public static void unmap(MemorySegment mapping) throws KernelException {
    SystemCalls.require(
        Syscall.MUNMAP, SystemCalls.call(Syscall.MUNMAP, mapping.address(), mapping.byteSize(), 0));
  }

  /**
   * Gives the kernel advice about a mapping.
   *
   * @param advice {@code MADV_} constants of this class
   */
  public static void advise(MemorySegment mapping, int advice) throws KernelException {
    SystemCalls.require(
        Syscall.MADVISE, SystemCalls.call(Syscall.MADVISE, mapping.address(), mapping.byteSize(), advice));
  }

  /**
   * Puts memory behind a part of a mapping and into the page table, so that a store there cannot lack it.
   *
   * @throws KernelException {@code ENOMEM} or {@code EFAULT} if there is not so much, {@code EINVAL} before Linux 5.14
   */
  public static void populate(MemorySegment mapping) throws KernelException {
    advise(mapping, MADV_POPULATE_WRITE);
  }

  private static long address(int fd, long offset, long length, int protection, int flags) throws KernelException {
    return SystemCalls.require(
        Syscall.MMAP, SystemCalls.call(Syscall.MMAP, 0, length, protection, flags, fd, offset));
  }

  /** A write through a read-only mapping would end the virtual machine, not throw. */
  private static MemorySegment restrict(MemorySegment mapping, int protection) {
    return (protection & PROT_WRITE) == 0 ? mapping.asReadOnly() : mapping;
  }

  private static void unmapQuietly(long address, long length) {
    SystemCalls.call(Syscall.MUNMAP, address, length, 0); // fails only for arguments that mmap never returned
  }
}
