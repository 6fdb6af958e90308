package org.ferryipc.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.OwnedFd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {
  @TempDir Path directory;

  @Test
  void readsWhatItIsGivenAndNotWhatHasTheName() throws IOException {
    Path given = Files.writeString(directory.resolve("given"), "given\n");
    Files.delete(Files.writeString(directory.resolve("name"), "by name"));

    assertThat(result("name", given)).isEqualTo(new Result.Counted("name", Expected.of("given\n".getBytes(UTF_8))));
  }

  @Test
  void aFileThatOpensButCannotBeReadHasAReason() throws IOException {
    assertThat(result("a directory", directory)).isEqualTo(new Result.Failed("a directory", "Is a directory"));
  }

  private static Result result(String name, Path file) throws IOException {
    try (IpcChannel<Result> results = Ferry.channel(Result.class);
        OwnedFd input = OwnedFd.open(file)) {
      Result result = Worker.result(new Job(name, input, results.sender()), new Counting());
      assertThat(input.state()).isInstanceOf(HandleState.Moved.class);
      return result;
    }
  }
}
