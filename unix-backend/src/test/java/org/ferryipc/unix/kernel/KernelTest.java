package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelTest {

  @Test
  void thisMachineIsSupported() {
    assertThat(Kernel.unsupported()).isEmpty();
    assertThat(Kernel.unsupported("Linux", "aarch64")).isNull();
    assertThat(Kernel.unsupported("Linux", "x86_64")).isNull();
  }

  @Test
  void anotherSystemGetsASentenceAndNothingIsInitialised() throws Exception {
    assertThat(askInChild("-Dos.name=Mac OS X"))
        .isEqualTo("Ferry's socket transport needs Linux, and this is Mac OS X.");
    assertThat(askInChild("-Dos.arch=riscv64"))
        .isEqualTo("Ferry's socket transport needs an x86-64 or aarch64 machine, and this is riscv64.");
  }

  @Test
  void deniedNativeAccessNamesTheOption() throws Exception {
    assertThat(askInChild("--illegal-native-access=deny"))
        .isEqualTo("Ferry's socket transport needs native access: start java with"
            + " --enable-native-access=ALL-UNNAMED.");
  }

  @Test
  void processFactsAreThoseOfTheVirtualMachine() throws KernelException {
    assertThat(ProcessCalls.descriptorLimit().soft()).isPositive();
    assertThat(ProcessCalls.descriptorLimit().hard())
        .isGreaterThanOrEqualTo(ProcessCalls.descriptorLimit().soft());
    assertThat(ProcessCalls.userId()).isEqualTo(ProcessCalls.effectiveUserId());
  }

  @Test
  void aProcessDescriptorBecomesReadableWhenTheProcessEnds() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    int pidfd = ProcessCalls.pidfd(child.pid());
    assertThat(Poll.await(pidfd, Poll.IN, Poll.NONE, 0)).isZero();
    child.getOutputStream().close();
    int events = Poll.events(Poll.await(pidfd, Poll.IN, Poll.NONE, Poll.FOREVER));
    assertThat(events & Poll.IN).isNotZero(); // HANG_UP too, from Linux 6.9 on, once somebody has waited for it
    assertThat(Descriptors.closeOnExec(pidfd)).isTrue();
    Descriptors.close(pidfd);
    child.waitFor();
    child.getInputStream().close();
    child.getErrorStream().close();
  }

  @Test
  void aPinnedThreadStaysOnItsCpu() throws Exception {
    List<String> allowed = new ArrayList<>();
    Thread pinned = Thread.ofPlatform().start(() -> {
      try {
        ProcessCalls.pinThread(0);
        allowed.addAll(Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .toList());
      } catch (KernelException | IOException failure) {
        allowed.add(failure.toString());
      }
    });
    pinned.join();
    assertThat(allowed).containsExactly("Cpus_allowed_list:\t0");
  }

  /** {@return what a fresh virtual machine with one more option prints; it fails if a class does not initialise} */
  private static String askInChild(String option) throws Exception {
    Process child = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            option,
            "-cp",
            System.getProperty("java.class.path"),
            Asked.class.getName())
        .redirectErrorStream(true)
        .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(child.waitFor()).as(output).isZero();
    child.getInputStream().close();
    child.getOutputStream().close();
    child.getErrorStream().close();
    return output;
  }

  /** Prints the answer. */
  static final class Asked {
    private Asked() {}

    public static void main(String[] arguments) {
      System.out.println(Kernel.unsupported().orElse("supported"));
    }
  }
}
