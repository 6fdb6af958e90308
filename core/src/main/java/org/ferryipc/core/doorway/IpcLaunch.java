package org.ferryipc.core.doorway;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Reach;
import org.ferryipc.core.RedirectedFd;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.Greeting;
import org.jspecify.annotations.Nullable;

/**
 * How to start one child: begun by {@link IpcProcess#java} or {@link IpcProcess#of}, refined by the methods here, ended by
 * {@link #start}. For one thread.
 */
public final class IpcLaunch {
  // What ProcessBuilder.start of JDK 25 takes at most: a pipe for each of three streams, two of its own (strace has their ten
  // numbers), and one with which the helper that it starts loads its library. With fewer it fails, and closes number 0 or
  // others, whosesoever they are: EachCallWithoutANumberTest.
  private static final int NUMBERS_FOR_START = 11;

  private final ProcessBuilder base;
  private final @Nullable JavaCommand java;
  private List<String> launcher = List.of();
  private Consumer<ProcessBuilder> adjustment = builder -> {};
  private @Nullable OwnedFd stdin;
  private DoorwayOptions options = DoorwayOptions.defaults();

  private IpcLaunch(ProcessBuilder base, @Nullable JavaCommand java) {
    this.base = base;
    this.java = java;
  }

  static IpcLaunch java(Class<?> main, String... arguments) {
    return new IpcLaunch(new ProcessBuilder().inheritIO(), new JavaCommand(main, List.of(arguments)));
  }

  static IpcLaunch of(ProcessBuilder builder) {
    return new IpcLaunch(builder, null);
  }

  /**
   * Puts a command in front of the child's, which it starts in its own place or as its child: {@code setpriv --reuid 65533
   * --clear-groups}, for instance.
   */
  public IpcLaunch launcher(String... command) {
    launcher = List.of(command);
    return this;
  }

  /**
   * Adds options of the child's JVM, such as {@code -Xmx64m}, behind those it has.
   *
   * @throws IllegalStateException if the child was not begun by {@link IpcProcess#java}
   */
  public IpcLaunch jvmOptions(String... more) {
    if (java == null) {
      throw new IllegalStateException("the child is no JVM of IpcProcess.java: put the options into its command");
    }
    java.add(List.of(more));
    return this;
  }

  /** Changes directory, environment or streams of the child at last. The command may be read there, not changed. */
  public IpcLaunch adjust(Consumer<ProcessBuilder> change) {
    adjustment = adjustment.andThen(change);
    return this;
  }

  /**
   * Makes a descriptor the child's standard input; for a socket the child can use {@link System#inheritedChannel}.
   *
   * @param descriptor moved by {@link #start}: closed here if the system cannot start the child, and still open if {@link #start}
   *     failed before it came to that (no name could be opened, no numbers were free, or {@link #adjust} threw)
   */
  public IpcLaunch stdin(OwnedFd descriptor) {
    stdin = descriptor;
    return this;
  }

  /**
   * Sets who is let in and how the channel behaves. A child of another user needs a {@linkplain
   * DoorwayOptions#withPolicy policy} that admits that user, and {@link SocketAccess#EVERYONE}; it must be a descendant
   * all the same.
   */
  public IpcLaunch options(DoorwayOptions other) {
    options = other;
    return this;
  }

  /**
   * Starts the child; does not wait for it to connect.
   *
   * @return the running child, which the caller must close
   * @throws IpcException if no name can be opened
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if fewer than 11 descriptor numbers are free then; Java's own
   *     start would close some that are not its own
   * @throws IOException if the child cannot be started; nothing is left behind
   * @throws org.ferryipc.core.failure.HandleStateException if the descriptor for its input is moved, closed or in use
   */
  public <Out, In> IpcProcess<Out, In> start(Class<Out> out, Class<In> in) throws IOException {
    return start(MessageType.of(out), MessageType.of(in));
  }

  /**
   * As {@link #start(Class, Class)}.
   *
   * @throws IOException as there
   */
  public <Out, In> IpcProcess<Out, In> start(MessageType<Out> out, MessageType<In> in) throws IOException {
    CompletableFuture<ProcessHandle> child = new CompletableFuture<>();
    DoorwayOptions forFamily = options.withPolicy(new FamilyPolicy(child, options.helloLimit(), options.policy()));
    GateRequest request =
        new GateRequest(
            Optional.empty(), Greeting.duplex(out, in, options), GateRequest.Guests.ONE, forFamily);
    DoorwayTransport doorway = DoorwayTransport.of(EndAccess.get().transport(Reach.MACHINE));
    Gate<DuplexPort> gate = doorway.openTwoWay(request);
    boolean started = false;
    try {
      Process process = startProcess(gate.name(), doorway);
      started = true;
      child.complete(process.toHandle());
      return new IpcProcess<>(process, gate, out, in, options);
    } finally {
      if (!started) {
        gate.close();
      }
    }
  }

  private Process startProcess(String name, DoorwayTransport doorway) throws IOException {
    ProcessBuilder builder = copyOfBase();
    builder.environment().put(IpcProcess.PARENT_VARIABLE, name);
    adjustment.accept(builder);
    doorway.requireNumbers(NUMBERS_FOR_START, "starting a child process");
    OwnedFd input = stdin;
    if (input == null) {
      return builder.start();
    }
    try (RedirectedFd lent = input.redirect()) {
      return builder.redirectInput(lent.redirect()).start();
    }
  }

  /** The user's builder is not ours to change. */
  private ProcessBuilder copyOfBase() {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(java == null ? base.command() : java.words());
    ProcessBuilder copy =
        new ProcessBuilder(command)
            .redirectInput(base.redirectInput())
            .redirectOutput(base.redirectOutput())
            .redirectError(base.redirectError())
            .redirectErrorStream(base.redirectErrorStream());
    File directory = base.directory();
    if (directory != null) {
      copy.directory(directory);
    }
    Map<String, String> environment = copy.environment();
    environment.clear();
    environment.putAll(base.environment());
    return copy;
  }
}
