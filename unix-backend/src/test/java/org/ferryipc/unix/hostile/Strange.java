package org.ferryipc.unix.hostile;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.Sockets;

/** Descriptors of every sort, right and wrong for what a peer says they are. Each is the caller's. */
final class Strange {
  /** Where the payload of a payload file begins. */
  static final int PAYLOAD_AT = 4096;

  private Strange() {}

  static int[] plain(int count) throws KernelException {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = EventFd.create();
    }
    return numbers;
  }

  /** {@return a file with {@code generation} and {@code payload} where a payload file has them} */
  static int payloadFile(long generation, byte[] payload, int seals) throws KernelException {
    int file = MemoryFiles.create("ferry-strange");
    MemoryFiles.resize(file, PAYLOAD_AT + payload.length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(PAYLOAD_AT + payload.length, Long.BYTES);
      bytes.set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, generation);
      MemorySegment.copy(payload, 0, bytes, java.lang.foreign.ValueLayout.JAVA_BYTE, PAYLOAD_AT, payload.length);
      long put = FileCalls.pwrite(file, bytes, 0);
      if (put != bytes.byteSize()) {
        throw new AssertionError("pwrite: " + put);
      }
    }
    MemoryFiles.addSeals(file, seals);
    return file;
  }

  static final int SIZE_SEALS = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL;

  /** {@return a file of {@code size} bytes without memory behind them} */
  static int sparseFile(long size, int seals) throws KernelException {
    int file = MemoryFiles.create("ferry-strange");
    MemoryFiles.resize(file, size);
    MemoryFiles.addSeals(file, seals);
    return file;
  }

  static int terminal() throws KernelException {
    return FileCalls.open(Path.of("/dev/ptmx"), FileCalls.O_RDWR | FileCalls.O_NOCTTY, 0);
  }

  /** {@return a pipe that has nobody at its other end, and so makes a reader wait} */
  static int pipe(Path folder) throws KernelException, IOException, InterruptedException {
    Path name = folder.resolve("pipe" + System.nanoTime());
    int status = new ProcessBuilder("mkfifo", name.toString()).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("mkfifo: " + status);
    }
    return FileCalls.open(name, FileCalls.O_RDWR, 0);
  }

  static int file() throws KernelException {
    return FileCalls.open(Path.of("/proc/self/exe"), FileCalls.O_RDONLY, 0);
  }

  /** {@return one of each sort that is no channel} */
  static List<Integer> noChannels(Path folder) throws Exception {
    List<Integer> all = new ArrayList<>();
    all.add(EventFd.create());
    all.add(terminal());
    all.add(pipe(folder));
    all.add(file());
    all.add(sparseFile(8192, SIZE_SEALS));
    all.add(Sockets.open(Sockets.SOCK_STREAM));
    return all;
  }
}
