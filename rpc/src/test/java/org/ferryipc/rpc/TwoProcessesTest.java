package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.rpc.PeerMain.Bench;
import org.ferryipc.rpc.PeerMain.Home;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Stopped;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls between processes, which end in every way that processes do. */
class TwoProcessesTest {
  private static final Duration HANG = Duration.ofSeconds(60);

  @Test
  void aChildServesItsParentAndCallsItAndIsKnownToHaveDied(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "four");
    CompletableFuture<Integer> asked = new CompletableFuture<>();
    Home home =
        value -> {
          asked.complete(value);
          return 2 * value;
        };
    try (IpcProcess<RpcMessage, RpcMessage> child =
            IpcProcess.java(PeerMain.class, "serve the parent").start(RpcMessage.class, RpcMessage.class);
        RpcConnection connection =
            Rpc.serve(Home.class, caller -> home).over(child.accept(HANG))) {
      assertThat(asked.get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(21);
      assertThat(connection.peer().pid()).hasValue(child.process().pid());
      Bench bench = connection.remote(Bench.class);
      try (OwnedFd first = bench.open(file.toString())) { // what is opened once for all is open then
        assertThat(bench.length(first)).isEqualTo(4);
      }
      int before = bench.descriptors();
      for (int i = 0; i < 200; i++) {
        assertThat(bench.add(i, i)).isEqualTo(2 * i);
        try (OwnedFd opened = bench.open(file.toString())) {
          assertThat(bench.length(opened)).isEqualTo(4);
        }
      }
      assertThat(bench.descriptors()).isEqualTo(before);
      assertThatThrownBy(() -> bench.open(folder.resolve("none").toString()))
          .isInstanceOf(CallFailedException.class)
          .cause()
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class, e -> assertThat(e.type()).contains("NoSuchFileException"));
      CountDownLatch running = new CountDownLatch(1);
      CountDownLatch killed = new CountDownLatch(1);
      Home inTheMidst =
          value -> {
            running.countDown();
            CallingContract.await(killed);
            return value;
          };
      InBackground<Integer> cut = InBackground.start(() -> bench.ask(inTheMidst, 1));
      CallingContract.await(running);
      child.process().destroyForcibly();
      var unused = child.process().onExit().get(HANG.toSeconds(), TimeUnit.SECONDS);
      killed.countDown();
      assertThat(cut.failure()).isInstanceOf(RpcException.MaybeExecuted.class);
      connection.await();
      assertThatThrownBy(() -> bench.add(1, 1))
          .isInstanceOfSatisfying(
              RpcException.ServerGone.class, e -> assertThat(e.reason()).isInstanceOf(CloseReason.Died.class));
    }
  }

  @Test
  void aClientThatIsKilledFreesWhatItHeldAndACallbackToItFailsAtOnce() throws Exception {
    CompletableFuture<Throwable> called = new CompletableFuture<>();
    AtomicReference<Home> kept = new AtomicReference<>();
    CountDownLatch closed = new CountDownLatch(1);
    Bench asking =
        new PeerMain.Served() {
          @Override
          public int ask(Home home, int value) throws InterruptedException {
            kept.set(home);
            try {
              return home.twice(value);
            } catch (RpcException failed) {
              called.complete(failed);
              throw failed;
            }
          }

          @Override
          public void close() {
            closed.countDown();
          }
        };
    RpcOptions patient = RpcOptions.defaults().withTimeLimit(RpcOptions.UNLIMITED);
    try (RpcServer server = Rpc.serve(Bench.class, caller -> asking).with(patient).open();
        ChildJvm client = ChildJvm.of(PeerMain.class, "be asked", server.name()).start()) {
      String unused = client.awaitLine("asked", HANG);
      client.kill();
      assertThat(called.get(HANG.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(RpcException.MaybeExecuted.class);
      CallingContract.await(closed);
      assertThatThrownBy(() -> kept.get().twice(1))
          .isInstanceOfSatisfying(
              RpcException.ServerGone.class, e -> assertThat(e.reason()).isInstanceOf(CloseReason.Died.class));
    }
  }

  @Test
  @Timeout(1_800) // of 64 processes
  void manyClientsInSeveralProcessesCallOneServer(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "content");
    int processes = Effort.of(8, 64);
    int each = 2;
    int calls = Effort.of(50, 200);
    CountDownLatch ended = new CountDownLatch(processes * (each + 1));
    AtomicInteger made = new AtomicInteger();
    try (RpcServer server =
        Rpc.serve(
                Bench.class,
                caller -> {
                  made.incrementAndGet();
                  var unused = caller.connection().ended().thenRun(ended::countDown);
                  return new PeerMain.Served();
                })
            .open()) {
      int before = DescriptorCount.now();
      List<ChildJvm> clients = new ArrayList<>();
      try {
        for (int p = 0; p < processes; p++) {
          clients.add(
              ChildJvm.of(PeerMain.class, "call", server.name(), "" + each, "" + calls, file.toString())
                  .jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC") // starts sooner
                  .start());
        }
        for (ChildJvm client : clients) {
          List<String> said = client.finish(Duration.ofSeconds(Effort.of(60, 600)));
          assertThat(said).filteredOn(line -> line.equals("called " + calls)).hasSize(each);
          assertThat(said).contains("descriptors 0");
        }
      } finally {
        for (ChildJvm client : clients) {
          client.close();
        }
      }
      CallingContract.await(ended);
      assertThat(made).hasValue(processes * (each + 1));
      assertThat(PeerMain.settled(before)).isEqualTo(before);
    }
  }

  @Test
  void aStoppedServerCostsACallItsLimitAndGoesOn() throws Exception {
    try (ChildJvm server = ChildJvm.of(PeerMain.class, "serve").start()) {
      String name = server.awaitLine("at ", HANG).substring("at ".length());
      try (Bench bench = Rpc.connect(name, Bench.class)) {
        assertThat(bench.add(1, 2)).isEqualTo(3);
        try (Stopped unused = Stopped.process(server.pid())) {
          Bench brief = Rpc.within(Duration.ofMillis(100), bench);
          for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> brief.add(1, 2)).isInstanceOf(RpcException.TimedOut.class);
          }
        }
        assertThat(bench.add(3, 4)).isEqualTo(7);
      }
    }
  }
}
