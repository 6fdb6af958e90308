package org.ferryipc.unix.testing;

import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a main class in its module. Of a class path only the modules are used that this one
 * requires: test classes share packages with what they test, which modules forbid.
 */
final class ModulesForChild {

  private ModulesForChild() {}

  /**
   * {@return the options that end a {@code java} command}
   *
   * @param main a class in an entry of the class path that is a module
   * @param nativeAccess the modules that may call native code
   */
  static List<String> options(Class<?> main, List<String> nativeAccess, String classPath) {
    String module = moduleOf(main);
    var options = new ArrayList<String>();
    options.add("--enable-native-access=" + String.join(",", nativeAccess));
    options.addAll(List.of("--module-path", pathOfRequired(module, classPath)));
    options.addAll(List.of("--module", module + "/" + main.getName()));
    return options;
  }

  private static String moduleOf(Class<?> main) {
    try {
      Path entry = Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
      return explicitModule(entry)
          .orElseThrow(() -> new IllegalArgumentException(main + " is in no module"))
          .descriptor()
          .name();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(main + " is in no file", e);
    }
  }

  private static String pathOfRequired(String module, String classPath) {
    Path[] modules =
        Stream.of(classPath.split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> explicitModule(entry).isPresent())
            .toArray(Path[]::new);
    return ModuleLayer.boot()
        .configuration()
        .resolve(ModuleFinder.of(modules), ModuleFinder.of(), Set.of(module))
        .modules()
        .stream()
        .map(ResolvedModule::reference)
        .map(ModuleReference::location)
        .flatMap(Optional<URI>::stream)
        .map(location -> Path.of(location).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Optional<ModuleReference> explicitModule(Path entry) {
    try {
      return ModuleFinder.of(entry).findAll().stream()
          .filter(module -> !module.descriptor().isAutomatic())
          .findAny();
    } catch (FindException noModule) {
      return Optional.empty();
    }
  }
}
