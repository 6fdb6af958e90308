package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of the C library that a floor needs. They do not even fetch {@code errno}, which makes them a little
 * cheaper than calls that somebody could rely on: a floor errs to Ferry's disadvantage.
 */
final class RawCalls {
  // linux/socket.h, the same on x86-64 and aarch64
  static final int MSG_CTRUNC = 0x8;
  static final int MSG_TRUNC = 0x20;
  static final int MSG_WAITALL = 0x100;
  static final int MSG_NOSIGNAL = 0x4000;
  static final int MSG_CMSG_CLOEXEC = 0x4000_0000;

  private static final FunctionDescriptor MESSAGE = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
  private static final FunctionDescriptor BYTES =
      FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final FunctionDescriptor NUMBER = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
  private static final FunctionDescriptor TWO_NUMBERS = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT);
  private static final FunctionDescriptor NUMBERS_AND_STRUCT =
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
  private static final FunctionDescriptor EVENTS =
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);

  private static final MethodHandle SENDMSG = link("sendmsg", MESSAGE);
  private static final MethodHandle RECVMSG = link("recvmsg", MESSAGE);
  private static final MethodHandle SEND = link("send", BYTES);
  private static final MethodHandle RECV = link("recv", BYTES);
  private static final MethodHandle CLOSE = link("close", NUMBER);
  private static final MethodHandle DUP = link("dup", NUMBER);
  private static final MethodHandle SOCKETPAIR = link("socketpair", NUMBERS_AND_STRUCT);
  private static final MethodHandle EVENTFD = link("eventfd", TWO_NUMBERS);
  private static final MethodHandle EPOLL_CREATE1 = link("epoll_create1", NUMBER);
  private static final MethodHandle EPOLL_CTL = link("epoll_ctl", NUMBERS_AND_STRUCT);
  private static final MethodHandle EPOLL_WAIT = link("epoll_wait", EVENTS);

  private RawCalls() {}

  private static MethodHandle link(String name, FunctionDescriptor signature) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature);
  }

  static long sendmsg(int fd, MemorySegment message, int flags) {
    try {
      return (long) SENDMSG.invokeExact(fd, message, flags);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static long recvmsg(int fd, MemorySegment message, int flags) {
    try {
      return (long) RECVMSG.invokeExact(fd, message, flags);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static long send(int fd, MemorySegment bytes, long length, int flags) {
    try {
      return (long) SEND.invokeExact(fd, bytes, length, flags);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static long recv(int fd, MemorySegment bytes, long length, int flags) {
    try {
      return (long) RECV.invokeExact(fd, bytes, length, flags);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int close(int fd) {
    try {
      return (int) CLOSE.invokeExact(fd);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int dup(int fd) {
    try {
      return (int) DUP.invokeExact(fd);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int socketpair(int domain, int type, int protocol, MemorySegment pair) {
    try {
      return (int) SOCKETPAIR.invokeExact(domain, type, protocol, pair);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int eventfd(int count, int flags) {
    try {
      return (int) EVENTFD.invokeExact(count, flags);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int epollCreate(int flags) {
    try {
      return (int) EPOLL_CREATE1.invokeExact(flags);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int epollControl(int epoll, int operation, int fd, MemorySegment event) {
    try {
      return (int) EPOLL_CTL.invokeExact(epoll, operation, fd, event);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  static int epollWait(int epoll, MemorySegment events, int most, int millis) {
    try {
      return (int) EPOLL_WAIT.invokeExact(epoll, events, most, millis);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }
}
