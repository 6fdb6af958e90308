package org.ferryipc.rpc;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.unix.processes.DescriptorCount;

/** What the other processes of the tests do. */
final class PeerMain {
  private PeerMain() {}

  /** Served by a process. */
  interface Bench extends AutoCloseable {
    int add(int a, int b);

    OwnedFd open(String path) throws IOException;

    long length(OwnedFd file) throws IOException;

    int descriptors();

    CompletableFuture<Integer> later(int value);

    int ask(Home home, int value) throws InterruptedException;

    int hold() throws InterruptedException;

    @Override
    void close();
  }

  /** Served by the one that started it, or given to be called. */
  @Remote
  interface Home {
    int twice(int value) throws InterruptedException;
  }

  /** Opens what it is asked for. */
  static class Served implements Bench {
    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public OwnedFd open(String path) throws IOException {
      return OwnedFd.open(Path.of(path));
    }

    @Override
    public long length(OwnedFd file) throws IOException {
      try (var in = file.inputStream()) {
        return in.readAllBytes().length;
      }
    }

    @Override
    public int descriptors() {
      return DescriptorCount.now();
    }

    @Override
    public CompletableFuture<Integer> later(int value) {
      return CompletableFuture.completedFuture(value + 1);
    }

    @Override
    public int ask(Home home, int value) throws InterruptedException {
      try {
        return home.twice(value);
      } finally {
        Rpc.release(home);
      }
    }

    @Override
    public int hold() throws InterruptedException {
      new CountDownLatch(1).await();
      return 0;
    }

    @Override
    public void close() {}
  }

  /**
   * {@return how many descriptors are open}, when there are {@code expected}, or have not been for two seconds: a connection's
   * number is given back by the last call that ran on it, on a thread that nobody joins
   */
  static int settled(int expected) {
    long giveUp = System.nanoTime() + Duration.ofSeconds(2).toNanos();
    int now = DescriptorCount.now();
    while (now != expected && System.nanoTime() < giveUp) {
      LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
      now = DescriptorCount.now();
    }
    return now;
  }

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "serve the parent" -> serveParent();
      case "serve" -> serve();
      case "be asked" -> beAsked(arguments[1]);
      case "call" -> call(arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), arguments[4]);
      default -> throw new AssertionError(arguments[0]);
    }
  }

  private static void serveParent() throws Exception {
    try (RpcConnection parent =
        Rpc.serve(Bench.class, caller -> new Served()).over(Ferry.parent(RpcMessage.class, RpcMessage.class))) {
      if (parent.remote(Home.class).twice(21) != 42) {
        throw new AssertionError("wrong answer");
      }
      parent.await();
    }
  }

  private static void serve() throws Exception {
    try (RpcServer server =
        Rpc.serve(Bench.class, caller -> new Served())
            .with(RpcOptions.defaults().withExecution(Execution.virtualThreads()))
            .open()) {
      System.out.println("at " + server.name());
      server.await();
    }
  }

  private static void beAsked(String name) throws Exception {
    try (Bench bench = Rpc.connect(name, Bench.class)) {
      int unused =
          bench.ask(
              value -> {
                System.out.println("asked");
                return new Served().hold();
              },
              1);
    }
  }

  private static void call(String name, int clients, int calls, String file) throws Exception {
    try (Bench first = Rpc.connect(name, Bench.class)) {
      try (OwnedFd opened = first.open(file)) {
        long unused = first.length(opened);
      }
      int before = DescriptorCount.now();
      List<Thread> threads = new ArrayList<>();
      for (int c = 0; c < clients; c++) {
        threads.add(Thread.ofPlatform().start(() -> callMany(name, calls, file)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println("descriptors " + (settled(before) - before));
    }
  }

  private static void callMany(String name, int calls, String file) {
    try (Bench bench = Rpc.connect(name, Bench.class)) {
      for (int i = 0; i < calls; i++) {
        if (bench.add(i, 1) != i + 1) {
          throw new AssertionError("wrong sum");
        }
        try (OwnedFd opened = bench.open(file)) {
          if (bench.length(opened) == 0) {
            throw new AssertionError("empty");
          }
        }
      }
      System.out.println("called " + calls);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
