package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The only place that enters the kernel, and the rule for error numbers.
 *
 * <p>A result is zero or more, or the negated error number; {@code EINTR} is never seen by a caller except from
 * {@link #once}, because the call is made again. Two C signatures serve all calls (see {@link Syscall} for why):
 * one with numbers only, for structures in a {@link Scratch}; one with segments, for memory that belongs to others.
 *
 * <p>Nothing is allocated here. The handles are constants, invoked exactly, so that the compiler inlines them.
 */
final class SystemCalls {

  private static final long ERRNO_OFFSET =
      Linker.Option.captureStateLayout().byteOffset(PathElement.groupElement("errno"));

  private static final MethodHandle NUMBERS =
      link(FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private static final FunctionDescriptor SEGMENTS_SIGNATURE =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);

  private static final MethodHandle SEGMENTS = link(SEGMENTS_SIGNATURE);

  private SystemCalls() {}

  private static MethodHandle link(FunctionDescriptor signature, Linker.Option... more) {
    Linker linker = Linker.nativeLinker();
    Linker.Option[] options = new Linker.Option[more.length + 2];
    options[0] = Linker.Option.captureCallState("errno"); // no other way to read it is reliable
    options[1] = Linker.Option.firstVariadicArg(1); // long syscall(long number, ...)
    System.arraycopy(more, 0, options, 2, more.length);
    return linker.downcallHandle(linker.defaultLookup().findOrThrow("syscall"), signature, options);
  }

  /** Makes a call once. {@return its result, {@code -EINTR} included} */
  static long once(MemorySegment errno, Syscall call, long a, long b, long c, long d, long e, long f) {
    try {
      long result = (long) NUMBERS.invokeExact(errno, call.number, a, b, c, d, e, f);
      return result == -1 ? -errno(errno) : result;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  /** Makes a call whose structures are in the caller's scratch. {@return its result} */
  static long call(Scratch scratch, Syscall call, long a, long b, long c, long d, long e, long f) {
    long result;
    do {
      result = once(scratch.errno, call, a, b, c, d, e, f);
    } while (result == -Errno.EINTR);
    return result;
  }

  static long call(Scratch scratch, Syscall call, long a, long b, long c, long d) {
    return call(scratch, call, a, b, c, d, 0, 0);
  }

  static long call(Scratch scratch, Syscall call, long a, long b) {
    return call(scratch, call, a, b, 0, 0, 0, 0);
  }

  /** Makes a call that takes numbers only. {@return its result} */
  static long call(Syscall call, long a, long b, long c, long d, long e, long f) {
    try (Scratch scratch = Scratch.borrow()) {
      return call(scratch, call, a, b, c, d, e, f);
    }
  }

  static long call(Syscall call, long a, long b, long c) {
    return call(call, a, b, c, 0, 0, 0);
  }

  /** {@return {@code result} when it is no error} */
  static long require(Syscall call, long result) throws KernelException {
    if (result < 0) {
      throw new KernelException(call.toString(), (int) -result);
    }
    return result;
  }

  /**
   * Makes a call on a descriptor and memory.
   *
   * <p>The kernel gets all arguments in order. Those that the call does not know are ignored by it, but not by the
   * linker, which keeps the arena of each segment open until the call returns. Hence {@code held1} and
   * {@code held2} are also the way to hold segments that the call reaches through pointers in {@code buffer}.
   *
   * @param errno where the error number is put
   * @param buffer native memory, or {@link MemorySegment#NULL}
   * @throws IllegalArgumentException if a segment is not native; nothing was called
   * @throws IllegalStateException if the arena of a segment is closed; nothing was called
   * @throws WrongThreadException if a segment belongs to another thread; nothing was called
   */
  static long transfer(
      MemorySegment errno,
      long number,
      int fd,
      MemorySegment buffer,
      long third,
      long fourth,
      MemorySegment held1,
      MemorySegment held2) {
    long result;
    do {
      result = transferOnce(errno, number, fd, buffer, third, fourth, held1, held2);
    } while (result == -Errno.EINTR);
    return result;
  }

  /** As the other, made once. {@return its result, {@code -EINTR} included} */
  static long transferOnce(
      MemorySegment errno,
      long number,
      int fd,
      MemorySegment buffer,
      long third,
      long fourth,
      MemorySegment held1,
      MemorySegment held2) {
    try {
      long result = (long) SEGMENTS.invokeExact(errno, number, (long) fd, buffer, third, fourth, held1, held2);
      return result == -1 ? -errno(errno) : result;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  /** As the other, for a call that reaches no memory but {@code buffer}. */
  static long transfer(Syscall call, int fd, MemorySegment buffer, long third, long fourth) {
    try (Scratch scratch = Scratch.borrow()) {
      return transfer(
          scratch.errno, call.number, fd, buffer, third, fourth, MemorySegment.NULL, MemorySegment.NULL);
    }
  }

  /**
   * As {@link #transfer(Syscall, int, MemorySegment, long, long)}, with a heap segment too.
   *
   * <p>The thread does not tell the virtual machine that it is in native code, so the array cannot move and no
   * safepoint is reached before the call returns: <em>never</em> for a call that may wait for anybody.
   */
  static long transferCritical(Syscall call, int fd, MemorySegment buffer, long third, long fourth) {
    try (Scratch scratch = Scratch.borrow()) {
      long result;
      do {
        result = (long) Critical.SEGMENTS.invokeExact(
            scratch.errno,
            call.number,
            (long) fd,
            buffer,
            third,
            fourth,
            MemorySegment.NULL,
            MemorySegment.NULL);
      } while (result == -1 && errno(scratch.errno) == Errno.EINTR);
      return result == -1 ? -errno(scratch.errno) : result;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  private static int errno(MemorySegment captured) {
    return captured.get(JAVA_INT, ERRNO_OFFSET);
  }

  static RuntimeException unchecked(Throwable failure) {
    return switch (failure) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> throw new AssertionError("a downcall declares no checked exception", failure);
    };
  }

  /** Linked on first use: a program without heap sends does not pay for it. */
  private static final class Critical {
    static final MethodHandle SEGMENTS = link(SEGMENTS_SIGNATURE, Linker.Option.critical(true));
  }
}
