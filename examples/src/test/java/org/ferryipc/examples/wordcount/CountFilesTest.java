package org.ferryipc.examples.wordcount;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The main job, run as a user runs it. */
class CountFilesTest {
  private static final int SOMEBODY = 65_533; // owns nothing here
  private static final int NOBODY = 65_534; // the user of that name, and the kernel's word for one it cannot name
  private static final long NEVER_READ_TO_THE_END = 1L << 40;

  @TempDir Path scratch;
  private Path directory;
  private Path names;

  @BeforeEach
  void makeDirectories() throws IOException {
    directory = Files.createDirectory(scratch.resolve("directory"));
    names = Files.createDirectory(scratch.resolve("names"));
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(names, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @Test
  void oddFilesAreCountedAsOthersCountThem() throws Exception {
    byte[] random = new byte[300_000];
    new Random(1).nextBytes(random);
    Map<String, JobRun.Row> expected = new HashMap<>();
    expected.put("empty", write("empty", new byte[0]));
    expected.put("random", write("random", random));
    expected.put("blanks", write("blanks", " a\tb\u000Bc\fd\re\n\n f".getBytes(UTF_8)));
    expected.put("sub/sub/deep", write("sub/sub/deep", "deep\n".getBytes(UTF_8)));
    expected.put("two\\nlines", write("two\nlines", "x".getBytes(UTF_8)));
    expected.put("\\u{1b}[31mred", write("\u001B[31mred", "y".getBytes(UTF_8)));
    expected.put("back\\\\slash", write("back\\slash", "z".getBytes(UTF_8)));
    shell("printf v > \"$(printf 'no\\377text')\"; mkfifo fifo; ln -s random link; ln -s . loop; ln -s none dangling");
    expected.put("no\uFFFDtext", JobRun.Row.of(Expected.of("v".getBytes(ISO_8859_1))));

    try (JobRun run = JobRun.start(JobRun.launch("--largest", "100", directory.toString()), names)) {
      run.finish(0);

      assertThat(run.errors()).isEmpty();
      assertThat(run.table()).isEqualTo(expected);
      assertThat(run.summary("files")).isEqualTo("8 counted, 0 not readable");
      assertThat(run.summary("passed over")).isEqualTo("3 symbolic links, 1 of other kinds, 0 gone meanwhile");
      assertThat(run.summary("messages")).isEqualTo("9 to the worker, 10 back");
      run.assertNothingIsLeft();
    }
  }

  /** More bytes than an int counts; {@code truncate -s 2147483649 f; sha256sum f} gave the digest. */
  @Test
  void aFileOfMoreThanTwoGigabytesIsCounted() throws Exception {
    sparse("sparse", (1L << 31) + 1);

    try (JobRun run = JobRun.start(JobRun.launch(directory.toString()), names)) {
      run.finish(0);

      assertThat(run.table()).isEqualTo(Map.of("sparse", new JobRun.Row((1L << 31) + 1, 0, 1, "b8030a8ab892")));
      run.assertNothingIsLeft();
    }
  }

  @Test
  void twentyThousandFilesNeedNoMoreThan256Descriptors() throws Exception {
    long bytes = 0;
    for (int i = 0; i < 20_000; i++) {
      Path inside = directory.resolve("d" + i / 1_000);
      if (i % 1_000 == 0) {
        Files.createDirectory(inside);
      }
      byte[] content = Integer.toString(i).getBytes(UTF_8);
      Files.write(inside.resolve("f" + i), content);
      bytes += content.length;
    }

    try (JobRun run =
        JobRun.start(ordinary(JobRun.launch(directory.toString()).descriptorLimit(256)), names)) {
      run.finish(0);

      assertThat(run.errors()).isEmpty();
      assertThat(run.summary("files")).isEqualTo("20,000 counted, 0 not readable");
      assertThat(run.summary("total")).isEqualTo("0 lines, 20,000 words, %,d bytes", bytes);
      assertThat(run.summary("descriptors")).startsWith("40,001 moved to the worker");
      run.assertNothingIsLeft();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SOMEBODY, NOBODY})
  void aWorkerOfAnotherUserCountsFilesThatItCouldNotOpen(int user) throws Exception {
    assumeTrue(ChildJvm.mayChangeUser(), "only root can start it");
    JobRun.Row row = write("secret", "two words".getBytes(UTF_8));
    allow("secret", "rw-------");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));

    try (JobRun run =
        JobRun.start(
            JobRun.launch("--worker-user", "" + user, directory.toString()).classesForAllUsers(), names)) {
      run.finish(0);

      assertThat(run.errors()).isEmpty();
      assertThat(run.table()).isEqualTo(Map.of("secret", row));
      run.assertNothingIsLeft();
    }
  }

  @Test
  void whatCannotBeReadIsOneLineEachAndStatus1() throws Exception {
    JobRun.Row row = write("open", "a".getBytes(UTF_8));
    write("closed\n", "b".getBytes(UTF_8));
    allow("closed\n", "---------");
    write("inside/x", "c".getBytes(UTF_8));
    allow("inside", "---------");

    try (JobRun run = JobRun.start(ordinary(JobRun.launch(directory.toString())), names)) {
      run.finish(1);

      assertThat(run.errors())
          .containsExactly(
              "ferry-job: cannot read closed\\n: permission denied",
              "ferry-job: cannot read inside: permission denied");
      assertThat(run.table()).isEqualTo(Map.of("open", row));
      assertThat(run.summary("files")).isEqualTo("1 counted, 2 not readable");
      run.assertNothingIsLeft();
    } finally {
      allow("inside", "rwx------"); // or an ordinary user could not delete it
    }
  }

  @Test
  void aMissingDirectoryIsOneLineAndStatus2() throws Exception {
    Path missing = directory.resolve("missing");

    try (JobRun run = JobRun.start(JobRun.launch(missing.toString()), names)) {
      run.finish(2);

      assertThat(run.errors()).containsExactly("ferry-job: " + missing + ": no such directory");
      assertThat(run.parent().output()).isEmpty();
      run.assertNoProcessOrFileIsLeft();
    }
  }

  @Test
  void aWorkerKilledInTheMiddleIsOneLineAndStatus3() throws Exception {
    sparse("endless", NEVER_READ_TO_THE_END);

    try (JobRun run = JobRun.start(JobRun.launch(directory.toString()), names)) {
      ProcessHandle worker = run.awaitWorker();
      worker.destroyForcibly();

      run.finish(3);
      assertThat(run.errors())
          .containsExactly(
              "ferry-job: the worker process %d ended early with exit status 137 (signal 9), when 0 were counted"
                  .formatted(worker.pid()));
      run.assertNoProcessOrFileIsLeft();
    }
  }

  @Test
  void aWorkerThatCannotStartIsStatus3() throws Exception {
    try (JobRun run =
        JobRun.start(JobRun.launch(directory.toString()).environment("PATH", "/nowhere"), names)) {
      run.finish(3);

      assertThat(run.errors()).hasSize(1).first().asString().startsWith("ferry-job: Cannot run program \"setsid\"");
      run.assertNoProcessOrFileIsLeft();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsBothProcessesWithoutAWord(String signal, int status) throws Exception {
    sparse("endless", NEVER_READ_TO_THE_END);
    // A build that runs in the background of a shell ignores SIGINT, and so would whatever it starts, as signal(7) has it.
    ChildJvmLaunch launch = JobRun.launch(directory.toString()).under("env", "--default-signal=" + signal);

    try (JobRun run = JobRun.start(launch, names)) {
      ProcessHandle worker = run.awaitWorker();
      shell("kill -" + signal + " " + run.parent().pid());

      run.finish(status);
      assertThat(worker.isAlive()).isFalse();
      assertThat(run.errors()).isEmpty();
      run.assertNoProcessOrFileIsLeft();
    }
  }

  @Test
  void aKilledParentTakesItsWorkerAlong() throws Exception {
    sparse("endless", NEVER_READ_TO_THE_END);

    try (JobRun run = JobRun.start(JobRun.launch(directory.toString()), names)) {
      ProcessHandle worker = run.awaitWorker();
      run.parent().kill();

      JobRun.awaitExit(worker);
      run.finish(137);
      run.assertNoProcessOrFileIsLeft();
    }
  }

  @Test
  void itRunsOnTheModulePathWhereNativeAccessIsDeniedToAllOthers() throws Exception {
    JobRun.Row row = write("file", "on the module path\n".getBytes(UTF_8));

    try (JobRun run =
        JobRun.start(
            JobRun.launch(directory.toString())
                .asModule("org.ferryipc.unix", "org.newsclub.net.unix")
                .jvmOptions("--illegal-native-access=deny"),
            names)) {
      run.finish(0);

      assertThat(run.errors()).isEmpty();
      assertThat(run.table()).isEqualTo(Map.of("file", row));
      run.assertNothingIsLeft();
    }
  }

  private JobRun.Row write(String name, byte[] content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return JobRun.Row.of(Expected.of(content));
  }

  // Root reads everything, and has no limit of descriptors on their way; whoever else runs this test is a user as needed.
  private static ChildJvmLaunch ordinary(ChildJvmLaunch launch) {
    return ChildJvm.mayChangeUser() ? launch.asUser(SOMEBODY) : launch;
  }

  private void allow(String name, String permissions) throws IOException {
    Files.setPosixFilePermissions(directory.resolve(name), PosixFilePermissions.fromString(permissions));
  }

  private void sparse(String name, long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
      file.setLength(length);
    }
  }

  /** For what Java has no call for: FIFOs, signals, names that are no text. */
  private void shell(String script) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder(List.of("/bin/sh", "-c", script)).directory(directory.toFile()).inheritIO().start();
    assertThat(shell.waitFor()).isZero();
  }
}
