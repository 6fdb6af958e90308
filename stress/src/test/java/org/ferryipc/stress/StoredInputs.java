package org.ferryipc.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The honest inputs among those that Jazzer begins with and that every build replays. They are files because Jazzer
 * reads files; they are compared with what the code writes today, so that a change of the format does not leave them
 * behind.
 */
public final class StoredInputs {
  private static final Path ROOT = Path.of("src", "test", "resources");
  private static final boolean RENEW = System.getProperty("ferry.inputs.renew") != null;

  private StoredInputs() {}

  /**
   * Fails unless each of {@code honest} is stored for the fuzz test {@code method} of {@code test}; stores them instead
   * with {@code -Dferry.inputs.renew}. Further files, such as those of old faults, are left alone.
   */
  public static void areOfToday(Class<?> test, String method, Map<String, byte[]> honest) throws IOException {
    Path folder =
        ROOT.resolve(test.getPackageName().replace('.', '/')).resolve(test.getSimpleName() + "Inputs").resolve(method);
    for (Map.Entry<String, byte[]> input : honest.entrySet()) {
      Path file = folder.resolve(input.getKey());
      if (RENEW) {
        Files.createDirectories(folder);
        Files.write(file, input.getValue());
      }
      assertThat(file).as("renew with -Dferry.inputs.renew").isRegularFile();
      assertThat(Files.readAllBytes(file)).as("%s; renew with -Dferry.inputs.renew", file).isEqualTo(input.getValue());
    }
  }
}
