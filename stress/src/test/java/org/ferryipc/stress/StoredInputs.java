package org.ferryipc.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** As the other, for a fuzz test whose inputs are messages of several forms, each behind its form's number. */
  public static void areOfToday(Class<?> test, String method, List<byte[]> honest) throws IOException {
    Map<String, byte[]> inputs = new LinkedHashMap<>();
    for (int i = 0; i < honest.size(); i++) {
      byte[] message = honest.get(i);
      byte[] input = new byte[1 + message.length];
      input[0] = (byte) i;
      System.arraycopy(message, 0, input, 1, message.length);
      inputs.put("form-" + i, input);
    }
    areOfToday(test, method, inputs);
  }
}
