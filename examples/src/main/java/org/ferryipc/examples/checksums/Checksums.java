package org.ferryipc.examples.checksums;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.DisconnectedException;

/**
 * Prints the SHA-256 of each file below a directory, in the form of {@code sha256sum}. A process of its own reads; the threads of
 * this one hash what it has read, where it lies.
 */
public final class Checksums {
  private static final String USAGE =
      """
      usage: ./ferry-sums DIRECTORY
      Prints the SHA-256 of each file below DIRECTORY, as sha256sum does. One process reads, another hashes what it has read, where it lies.
      Exits with 0 if every file could be read, 1 if one could not, 2 for wrong arguments.""";
  private static final int WRONG_ARGUMENTS = 2;
  private static final int THREADS = 4;

  private Checksums() {}

  /** One argument: the directory. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (List.of(arguments).contains("--help")) {
      System.out.println(USAGE);
      return;
    }
    if (arguments.length != 1) {
      System.err.println(USAGE);
      System.exit(WRONG_ARGUMENTS);
    }
    Path directory = Path.of(arguments[0]).toAbsolutePath();
    if (!Files.isDirectory(directory)) {
      System.err.println("ferry-sums: there is no directory " + directory);
      System.exit(WRONG_ARGUMENTS);
    }
    IpcProcess<String, Contents> reader =
        IpcProcess.java(ContentReader.class, directory.toString())
            .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m")
            .start(String.class, Contents.class);
    try (reader;
        Duplex<String, Contents> channel = reader.accept();
        BytesReceiver files = channel.receive().files()) {
      sums(files).forEach((name, sum) -> System.out.println(sum + "  " + name));
      System.exit(reader.process().waitFor());
    }
  }

  private static Map<String, String> sums(BytesReceiver files) throws IOException, InterruptedException {
    Map<String, String> sums = new ConcurrentSkipListMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(
            threads.submit(
                () -> {
                  hash(files, sums);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        Object unused = each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("hashing", e);
    }
    return sums;
  }

  private static void hash(BytesReceiver files, Map<String, String> sums)
      throws IOException, InterruptedException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try {
      while (true) {
        try (ReceivedLoan file = files.takeLoaned()) {
          digest.update(FileMessage.content(file.segment()).asByteBuffer());
          sums.put(FileMessage.name(file.segment()), HexFormat.of().formatHex(digest.digest()));
        }
      }
    } catch (DisconnectedException all) {
      // That was the last file.
    }
  }
}
