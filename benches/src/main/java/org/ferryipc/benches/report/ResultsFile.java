package org.ferryipc.benches.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON: an array of {@link Result}. */
public final class ResultsFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ResultsFile() {}

  /**
   * Takes the place of older results, so that a run that fails leaves none that it did not measure.
   *
   * @throws IOException if nothing can be written there
   */
  public static void clear(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, "[]\n");
  }

  /** Writes {@code results}. */
  public static void write(Path file, List<Result> results) throws IOException {
    try {
      String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(results);
      Files.writeString(file, text + "\n");
    } catch (JacksonException e) {
      throw new IOException(e);
    }
  }
}
