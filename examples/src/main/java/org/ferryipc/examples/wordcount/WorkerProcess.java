package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcLaunch;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.doorway.PeerPolicy;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * The parent's view of its {@link Worker}: started, told where its jobs come from, and gone when this is closed, or when
 * this process ends.
 */
final class WorkerProcess implements AutoCloseable {
  private volatile @Nullable IpcProcess<Start, OpenDescriptors> child;
  private volatile boolean ending;

  /** From now on this process's end is noticed; starts nothing yet. */
  WorkerProcess() {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(this::endForGood, "end-worker"));
    } catch (IllegalStateException endingAlready) {
      ending = true;
    }
  }

  /**
   * Starts it; does not wait until it can work.
   *
   * @param user whose rights it shall have; this process's if empty
   * @throws IOException if that is impossible; nothing is left behind
   */
  void start(OptionalInt user) throws IOException {
    IpcLaunch launch =
        IpcProcess.java(Worker.class)
            .launcher(launcher(user).toArray(String[]::new))
            .jvmOptions("-XX:+UseSerialGC", "-XX:-UsePerfData") // a killed JVM leaves its file of the latter behind
            .adjust(builder -> builder.redirectInput(ProcessBuilder.Redirect.PIPE)); // see Worker.endWithParent
    if (user.isPresent()) {
      // Nobody but the process started here is let in anyway. Its user is not asked, because the number of "nobody" is
      // also the kernel's word for a user it cannot name, whom PeerPolicy.users refuses.
      DoorwayOptions letChildIn =
          DoorwayOptions.defaults().withPolicy(PeerPolicy.anyUser()).withAccess(SocketAccess.EVERYONE);
      launch = launch.options(letChildIn);
    }
    child = launch.start(Start.class, OpenDescriptors.class);
    if (ending) { // meanwhile, when there was nothing to end yet
      kill();
    }
  }

  private static List<String> launcher(OptionalInt user) {
    // In a session of its own a Ctrl-C does not reach it: else it might be gone before this process knows why.
    List<String> command = new ArrayList<>(List.of("setsid"));
    user.ifPresent(
        uid -> command.addAll(List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--")));
    return command;
  }

  private void endForGood() {
    ending = true;
    kill();
  }

  /** {@return the process's number} */
  long pid() {
    return started().process().pid();
  }

  /** Waits until it has connected. {@return the channel to it} */
  Duplex<Start, OpenDescriptors> accept() throws IpcException, InterruptedException {
    return started().accept();
  }

  /** Calls {@code action} in another thread when the process ends, however it ends. */
  void onExit(Runnable action) {
    CompletableFuture<Void> unused = started().process().onExit().thenRun(action);
  }

  /** {@return whether this process itself is being ended}: then it ends its worker, and that is no news */
  boolean isEnding() {
    return ending;
  }

  /** Waits for its end. {@return the exit status}, which is 128 and the signal's number if a signal ended it */
  int awaitExit() throws InterruptedException {
    return started().process().waitFor();
  }

  /** Ends it if it still runs, and waits until it is gone. */
  @Override
  public void close() {
    kill();
    IpcProcess<Start, OpenDescriptors> begun = child;
    if (begun != null) {
      begun.close();
    }
  }

  private void kill() {
    IpcProcess<Start, OpenDescriptors> begun = child;
    if (begun != null) {
      begun.process().toHandle().destroyForcibly();
      var unused = begun.process().onExit().join();
    }
  }

  private IpcProcess<Start, OpenDescriptors> started() {
    return Objects.requireNonNull(child, "not started");
  }
}
