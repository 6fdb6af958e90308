package org.ferryipc.examples.filebroker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcLaunch;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.doorway.PeerPolicy;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;

/** Gives out files by name to a worker process; see {@link #USAGE}. */
public final class FileBroker {
  static final String USAGE =
      """
      Starts a worker process, opens files for it by name as a policy allows, and tells it of changes.

      usage: ./ferry-broker [--worker-user UID]

        --worker-user UID  run the worker as this user and group (needs root, and setpriv of util-linux); it must be able
                           to read Java and the class path, and can open none of the files itself

      exit status: 0 all went as shown; 1 the worker failed; 2 wrong usage""";

  private static final Duration WORKER_STARTS = Duration.ofSeconds(60);
  private static final Duration BETWEEN_CHANGES = Duration.ofMillis(50);

  private FileBroker() {}

  /** Runs, and exits with the status that {@link #USAGE} promises. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    OptionalInt user = OptionalInt.empty();
    if (arguments.length == 2 && arguments[0].equals("--worker-user") && arguments[1].matches("\\d{1,9}")) {
      user = OptionalInt.of(Integer.parseInt(arguments[1]));
    } else if (arguments.length > 0) {
      System.out.println(USAGE);
      System.exit(arguments.length == 1 && arguments[0].equals("--help") ? 0 : 2);
    }
    Path root = makeFiles();
    int status;
    try {
      status = serve(new Policy(root.toRealPath(), user), user);
    } finally {
      removeFiles(root);
    }
    System.exit(status == 0 ? 0 : 1);
  }

  private static int serve(Policy policy, OptionalInt user) throws IOException, InterruptedException {
    IpcLaunch launch = IpcProcess.java(BrokerClient.class, "notes.txt", "key.secret", "../passwd", "journal.txt");
    if (user.isPresent()) {
      String uid = Integer.toString(user.getAsInt());
      launch =
          launch
              .launcher("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--")
              .options(
                  DoorwayOptions.defaults()
                      .withPolicy(PeerPolicy.users(user.getAsInt()))
                      .withAccess(SocketAccess.EVERYONE));
    }
    launch = launch.adjust(builder -> builder.redirectOutput(ProcessBuilder.Redirect.INHERIT));
    try (IpcProcess<RpcMessage, RpcMessage> worker = launch.start(RpcMessage.class, RpcMessage.class);
        RpcConnection connection =
            Rpc.serve(Broker.class, caller -> new PolicyBroker(policy, caller))
                .over(worker.accept(WORKER_STARTS))) {
      while (connection.isOpen()) {
        Files.writeString(policy.root().resolve("journal.txt"), "one more line\n", StandardOpenOption.APPEND);
        Thread.sleep(BETWEEN_CHANGES);
      }
      return worker.process().waitFor();
    }
  }

  private static Path makeFiles() throws IOException {
    Path root =
        Files.createTempDirectory(
            "ferry-broker", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(root.resolve("notes.txt"), "Nobody but the broker can open this.\n");
    Files.writeString(root.resolve("key.secret"), "12345\n");
    Files.writeString(root.resolve("journal.txt"), "the first line\n");
    return root;
  }

  private static void removeFiles(Path root) throws IOException {
    List<Path> all;
    try (Stream<Path> entries = Files.list(root)) {
      all = entries.toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
    Files.delete(root);
  }
}
