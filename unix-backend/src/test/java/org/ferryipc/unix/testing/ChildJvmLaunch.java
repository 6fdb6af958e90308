package org.ferryipc.unix.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How to start one {@link ChildJvm}: begun by {@link ChildJvm#of}, refined by the methods here,
 * used by {@link #start}. For one thread. The same launch can be started several times.
 */
public final class ChildJvmLaunch {

  /**
   * Read by every JVM and answered on standard error: the settings of the machine must not decide
   * what a test sees.
   */
  private static final List<String> JVM_OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Without performance data, as a killed JVM leaves its file of them in the temporary directory.
   */
  private static final List<String> OPTIONS_FOR_ALL =
      List.of(
          "-XX:-UsePerfData",
          "-Dstdout.encoding=UTF-8",
          "-Dstderr.encoding=UTF-8");

  private final Class<?> main;
  private final List<String> arguments;
  private final List<String> jvmOptions = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private List<String> wrapper = List.of();
  private OptionalInt descriptorLimit = OptionalInt.empty();
  private OptionalInt user = OptionalInt.empty();
  private boolean classesForAllUsers;
  private List<String> nativeAccess = List.of(); // empty: on the class path
  private ProcessBuilder.Redirect input = ProcessBuilder.Redirect.PIPE;

  ChildJvmLaunch(Class<?> main, List<String> arguments) {
    this.main = main;
    this.arguments = List.copyOf(arguments);
  }

  /**
   * Adds options for the JVM itself, such as {@code -Xmx64m}; {@code
   * --enable-native-access=ALL-UNNAMED} is always there, but for {@link #asModule}.
   */
  public ChildJvmLaunch jvmOptions(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  /** Adds an environment variable to those of this process. */
  public ChildJvmLaunch environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /**
   * Lets the child have at most {@code limit} open descriptors. Both the soft and the hard limit
   * are set, because a JVM raises its soft limit to the hard one by itself.
   */
  public ChildJvmLaunch descriptorLimit(int limit) {
    descriptorLimit = OptionalInt.of(limit);
    return this;
  }

  /**
   * Runs the child as another user and as the group of the same number, without further groups. It
   * gets copies of the classes that it can read, as those of this process may lie in a home
   * directory. Needs {@link ChildJvm#mayChangeUser}.
   */
  public ChildJvmLaunch asUser(int uid) {
    user = OptionalInt.of(uid);
    return this;
  }

  /** Gives the child something else than a pipe as its standard input; {@link ChildJvm#send} is not possible then. */
  public ChildJvmLaunch input(ProcessBuilder.Redirect source) {
    input = source;
    return this;
  }

  /**
   * Gives the child copies of the classes that every user can read, for the case that it starts
   * children of other users itself. {@link #asUser} does it too.
   */
  public ChildJvmLaunch classesForAllUsers() {
    classesForAllUsers = true;
    return this;
  }

  /**
   * Runs the main class in its module, on a module path of those modules of this JVM's class path
   * that it requires.
   *
   * @param withNativeAccess the names of the modules that may call native code
   */
  public ChildJvmLaunch asModule(String... withNativeAccess) {
    nativeAccess = List.of(withNativeAccess);
    return this;
  }

  /**
   * Puts a command in front of {@code java}, such as {@code strace -f -o file}. If it forks, {@link
   * ChildJvm#pid} is its process.
   */
  public ChildJvmLaunch under(String... command) {
    wrapper = List.of(command);
    return this;
  }

  /**
   * Starts the child.
   *
   * @return the running child, which the caller must close
   * @throws IOException if it cannot be started, or its classes cannot be copied
   */
  public ChildJvm start() throws IOException {
    ClassPathForChild classPath =
        user.isPresent() || classesForAllUsers
            ? ClassPathForChild.readableByAll()
            : ClassPathForChild.ofThisJvm();
    try {
      List<String> command = command(classPath.entries());
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.redirectInput(input);
      builder.environment().keySet().removeAll(JVM_OPTION_VARIABLES);
      builder.environment().putAll(environment);
      ProcessMark mark = ProcessMark.fresh();
      builder.environment().put(ProcessMark.NAME, mark.value());
      return new ChildJvm(String.join(" ", command), builder.start(), mark, classPath);
    } catch (IOException | RuntimeException | Error e) {
      classPath.close();
      throw e;
    }
  }

  /**
   * Each step replaces itself by the next with exec, so that the process started is the JVM in the
   * end.
   */
  private List<String> command(String classPath) {
    var command = new ArrayList<String>();
    if (descriptorLimit.isPresent()) {
      // Without -S or -H, ulimit sets both limits (POSIX.1-2024, ulimit).
      command.addAll(
          List.of(
              "/bin/sh",
              "-c",
              "ulimit -n \"$1\" && shift && exec \"$@\"",
              "sh",
              "" + descriptorLimit.getAsInt()));
    }
    if (user.isPresent()) {
      int uid = user.getAsInt();
      command.addAll(
          List.of("setpriv", "--reuid", "" + uid, "--regid", "" + uid, "--clear-groups", "--"));
    }
    command.addAll(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS_FOR_ALL);
    command.addAll(jvmOptions);
    if (nativeAccess.isEmpty()) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-cp", classPath, main.getName()));
    } else {
      command.addAll(ModulesForChild.options(main, nativeAccess, classPath));
    }
    command.addAll(arguments);
    return command;
  }
}
