package org.ferryipc.benches.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON: an array of {@link Result}. */
public final class ResultsFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

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

  /**
   * {@return the results in {@code file}}
   *
   * @throws IOException if there are none; the message is one line
   */
  public static List<Result> read(Path file) throws IOException {
    try {
      List<Result> results = JSON.readValue(Files.readString(file), new TypeReference<>() {});
      if (results == null || results.contains(null)) {
        throw new IOException("it is no array of results");
      }
      return results;
    } catch (JacksonException e) {
      throw new IOException("it is no array of results: " + e.getOriginalMessage().lines().findFirst().orElse(""), e);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    }
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
