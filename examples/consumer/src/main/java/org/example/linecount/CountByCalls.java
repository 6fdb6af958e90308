package org.example.linecount;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;

/** Counts the lines of files in one worker process, by calls, which call back. */
public final class CountByCalls {
  private CountByCalls() {}

  /** Counts the files that are named; exits with 1 unless all answers are right. Without names it is the worker. */
  public static void main(String[] files) throws Exception {
    if (files.length == 0) {
      try (RpcConnection parent =
          Rpc.serve(Counter.class, caller -> CountByCalls::count)
              .over(Ferry.parent(RpcMessage.class, RpcMessage.class))) {
        parent.await();
      }
      return;
    }
    int right = 0;
    try (IpcProcess<RpcMessage, RpcMessage> process =
            IpcProcess.java(CountByCalls.class).start(RpcMessage.class, RpcMessage.class);
        RpcConnection worker = Rpc.over(process.accept())) {
      Counter counter = worker.remote(Counter.class);
      for (String name : files) {
        Path file = Path.of(name);
        AtomicLong heard = new AtomicLong();
        long lines = counter.lines(OwnedFd.open(file), heard::set);
        System.out.println(lines + " lines in " + file.getFileName() + ", by a call");
        right += lines == Files.readAllLines(file).size() && heard.get() == lines ? 1 : 0;
      }
    }
    System.exit(right == files.length ? 0 : 1);
  }

  private static long count(OwnedFd input, Counter.Progress progress) throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(input.inputStream(), StandardCharsets.UTF_8))) {
      long lines = in.lines().count();
      progress.counted(lines);
      return lines;
    } finally {
      Rpc.release(progress);
    }
  }
}
