package org.ferryipc.unix.doorway;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A descriptor that no Java object owns, made by the kernel directly, so that whatever closes or
 * keeps it is the library under observation.
 *
 * @param number its number
 * @param link what the kernel says it refers to, to tell it from a later one with the same number
 */
record UnownedDescriptor(int number, String link) {

  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM = 1;

  private static final MethodHandle MEMFD_CREATE = call("memfd_create", ADDRESS, JAVA_INT);
  private static final MethodHandle SOCKETPAIR =
      call("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle CLOSE = call("close", JAVA_INT);

  /** {@return the descriptor with this number, which must be open} */
  static UnownedDescriptor of(int number) throws IOException {
    return new UnownedDescriptor(number, Files.readSymbolicLink(link(number)).toString());
  }

  /** {@return an empty file in memory, open for reading and writing} */
  static UnownedDescriptor file() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      return of(checked((int) MEMFD_CREATE.invokeExact(arena.allocateFrom("ferry-fact"), 0)));
    }
  }

  /** {@return the two ends of a connected stream socket} */
  static List<UnownedDescriptor> socketPair() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(JAVA_INT, 2);
      checked((int) SOCKETPAIR.invokeExact(AF_UNIX, SOCK_STREAM, 0, numbers));
      return List.of(of(numbers.getAtIndex(JAVA_INT, 0)), of(numbers.getAtIndex(JAVA_INT, 1)));
    }
  }

  /** {@return whether the number still refers to the same thing in this process} */
  boolean isOpen() throws IOException {
    try {
      return Files.readSymbolicLink(link(number)).toString().equals(link);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  void close() throws Throwable {
    checked((int) CLOSE.invokeExact(number));
  }

  private static Path link(int number) {
    return Path.of("/proc/self/fd/" + number);
  }

  private static int checked(int result) throws IOException {
    if (result < 0) {
      throw new IOException("system call failed");
    }
    return result;
  }

  private static MethodHandle call(String name, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }
}
