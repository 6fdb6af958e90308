package org.ferryipc.core.doorway;

import java.io.File;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that runs a class in another JVM as if it ran in this one: same Java, same paths, same native access. */
final class JavaCommand {
  private static final String EVERYTHING_ON_THE_CLASS_PATH = "ALL-UNNAMED";

  private final Class<?> main;
  private final List<String> arguments;
  private final List<String> options = new ArrayList<>();

  JavaCommand(Class<?> main, List<String> arguments) {
    this.main = main;
    this.arguments = arguments;
  }

  void add(List<String> jvmOptions) {
    options.addAll(jvmOptions);
  }

  List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    path("java.class.path").ifPresent(path -> words.addAll(List.of("-cp", path)));
    path("jdk.module.path").ifPresent(path -> words.addAll(List.of("--module-path", path)));
    joined(ownModules().map(Module::getName)).ifPresent(names -> words.addAll(List.of("--add-modules", names)));
    joined(nativeAccess()).ifPresent(names -> words.add("--enable-native-access=" + names));
    words.addAll(denials());
    words.addAll(options);
    Module module = main.getModule();
    words.addAll(
        module.isNamed() ? List.of("--module", module.getName() + "/" + main.getName()) : List.of(main.getName()));
    words.addAll(arguments);
    return words;
  }

  /** A path of this JVM with absolute entries: the child may be started in another directory. */
  private static Optional<String> path(String property) {
    String path = System.getProperty(property);
    if (path == null || path.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Arrays.stream(path.split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
  }

  /** The modules of this JVM that are not part of Java; all of them, since which were asked for is not known. */
  private static Stream<Module> ownModules() {
    return ModuleLayer.boot().modules().stream().filter(module -> !isOfJava(module));
  }

  private static boolean isOfJava(Module module) {
    return module
        .getLayer()
        .configuration()
        .findModule(module.getName())
        .map(resolved -> resolved.reference())
        .flatMap(ModuleReference::location)
        .map(URI::getScheme)
        .filter("jrt"::equals)
        .isPresent();
  }

  private Stream<String> nativeAccess() {
    Stream<String> named = ownModules().filter(Module::isNativeAccessEnabled).map(Module::getName);
    Module unnamed = ClassLoader.getSystemClassLoader().getUnnamedModule();
    return unnamed.isNativeAccessEnabled() ? Stream.concat(named, Stream.of(EVERYTHING_ON_THE_CLASS_PATH)) : named;
  }

  /**
   * What is done to code without native access. A JVM keeps that to itself, so its command line is looked at; where it was
   * set in another way, the child is as lenient as Java's default.
   */
  private static List<String> denials() {
    return ProcessHandle.current().info().arguments().stream()
        .flatMap(Arrays::stream)
        .filter(word -> word.startsWith("--illegal-native-access="))
        .toList();
  }

  private static Optional<String> joined(Stream<String> names) {
    String text = names.sorted().collect(Collectors.joining(","));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
