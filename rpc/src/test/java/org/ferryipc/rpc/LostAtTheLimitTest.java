package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Hoard;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that has no descriptor left loses calls and answers with handles, and the connection goes on. */
class LostAtTheLimitTest {
  private static final Duration HANG = Duration.ofSeconds(60);
  private static final int DESCRIPTORS = 256;
  private static final int IN_FLIGHT = 4;
  private static final int LARGE = 1 << 20; // more than a packet takes

  /** Has files, and is not at its limit. */
  @Remote
  interface Lender {
    OwnedFd lend() throws IOException;
  }

  /** Is at its limit if one likes. */
  interface Cellar extends AutoCloseable {
    void fill();

    void empty();

    int add(int a, int b);

    long length(OwnedFd file) throws IOException;

    @OneWay
    void leave(OwnedFd file);

    String borrow(Lender lender);

    int descriptors();

    byte[] page(int bytes);

    @Override
    void close();
  }

  private static final class Served implements Cellar {
    private final Hoard hoard = new Hoard();

    @Override
    public void fill() {
      hoard.fill();
    }

    @Override
    public void empty() {
      hoard.close();
    }

    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public long length(OwnedFd file) throws IOException {
      try (file) {
        return file.size();
      }
    }

    @Override
    public void leave(OwnedFd file) {
      try (file) {
        assertThat(file).isNotNull();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public String borrow(Lender lender) {
      try (OwnedFd lent = lender.lend()) {
        return "size " + lent.size();
      } catch (IOException e) {
        return String.valueOf(e.getCause());
      } finally {
        Rpc.release(lender);
      }
    }

    @Override
    public int descriptors() {
      return DescriptorCount.now();
    }

    @Override
    public byte[] page(int bytes) {
      return new byte[bytes];
    }

    @Override
    public void close() {}
  }

  /** The process with few descriptors. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      RpcOptions options = RpcOptions.defaults().withCallsInFlight(IN_FLIGHT);
      try (RpcServer server = Rpc.serve(Cellar.class, caller -> new Served()).with(options).open()) {
        System.out.println("at " + server.name());
        server.await();
      }
    }
  }

  @Test
  void callsAndAnswersThatAreLostMayHaveBeenExecutedAndTakeNoPlaceForEver(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("a.txt"), "four");
    Lender lender = () -> OwnedFd.open(path);
    try (ChildJvm child = ChildJvm.of(Program.class).descriptorLimit(DESCRIPTORS).start()) {
      String name = child.awaitLine("at ", HANG).substring("at ".length());
      try (Cellar cellar = Rpc.connect(name, Cellar.class)) {
        assertThat(cellar.length(OwnedFd.open(path))).isEqualTo(4);
        assertThat(cellar.borrow(lender)).isEqualTo("size 4");
        int before = cellar.descriptors();
        for (int round = 0; round < 2; round++) {
          cellar.fill();
          for (int i = 0; i < 2 * IN_FLIGHT; i++) {
            assertThatThrownBy(() -> cellar.length(OwnedFd.open(path)))
                .isInstanceOf(CallFailedException.class)
                .hasCauseInstanceOf(RpcException.MaybeExecuted.class);
            cellar.leave(OwnedFd.open(path));
            assertThat(cellar.add(i, 1)).isEqualTo(i + 1);
          }
          assertThat(cellar.borrow(lender)).contains("MaybeExecuted", "its result may be lost");
          cellar.empty();
          assertThat(cellar.length(OwnedFd.open(path))).isEqualTo(4);
          assertThat(cellar.borrow(lender)).isEqualTo("size 4");
        }
        assertThat(cellar.descriptors()).isEqualTo(before);
      }
    }
  }

  /** Nobody was told: the caller waited for as long as a call may take, and its place was never free again. */
  @Test
  void aResultForWhichThereIsNoFileFailsItsCall() throws Exception {
    try (ChildJvm child = ChildJvm.of(Program.class).descriptorLimit(DESCRIPTORS).start()) {
      String name = child.awaitLine("at ", HANG).substring("at ".length());
      try (Cellar cellar = Rpc.connect(name, Cellar.class, RpcOptions.defaults().withTimeLimit(HANG))) {
        cellar.fill();
        for (int i = 0; i < 2 * IN_FLIGHT; i++) {
          assertThatThrownBy(() -> cellar.page(LARGE))
              .isInstanceOfSatisfying(
                  RpcException.RemoteFailure.class,
                  e -> assertThat(e.type()).endsWith("ResourceExhaustedException"))
              .hasMessageContaining("EMFILE");
          assertThat(cellar.add(i, 1)).isEqualTo(i + 1);
        }
        cellar.empty();
        assertThat(cellar.page(LARGE)).hasSize(LARGE);
      }
    }
  }
}
