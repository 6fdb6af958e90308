package org.ferryipc.benches;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the figures were measured on, as far as the system tells. */
final class Machine {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path GOVERNOR = Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  private static final Path LOAD = Path.of("/proc/loadavg");

  private Machine() {}

  /** {@return one line} */
  static String describe() {
    List<String> about = lines(PROCESSORS);
    List<String> governor = lines(GOVERNOR);
    boolean virtual = about.stream().anyMatch(line -> line.startsWith("flags") && line.contains(" hypervisor"));
    return String.join(
        ", ",
        Runtime.getRuntime().availableProcessors() + " × " + model(about),
        virtual ? "virtual machine" : governor.isEmpty() ? "governor unknown" : "governor " + governor.getFirst(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vendor") + " " + System.getProperty("java.vm.version"));
  }

  /** {@return how many threads wanted to run, on average over the last minute; 0 if the system does not tell} */
  static double load() {
    List<String> load = lines(LOAD);
    return load.isEmpty() ? 0 : Double.parseDouble(load.getFirst().split(" ")[0]);
  }

  private static String model(List<String> about) {
    return about.stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  // Not readString: of a file in /proc, which has no length, it may give one character.
  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
