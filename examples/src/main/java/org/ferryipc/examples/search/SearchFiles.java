package org.ferryipc.examples.search;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/** Prints the lines of files that have a word, which another process finds; see {@link #USAGE}. */
public final class SearchFiles {
  static final String USAGE =
      """
      Prints each line that has WORD, of all text files below DIRECTORY (here, if none is named). The files are read
      here and searched in another process.

      usage: ./ferry-search WORD [DIRECTORY]

      exit status: 0 there were such lines; 1 there were none; 2 wrong usage""";

  private SearchFiles() {}

  /** Runs, and exits with the status that {@link #USAGE} promises. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 1 || arguments.length > 2 || arguments[0].equals("--help") || arguments[0].isEmpty()) {
      System.out.println(USAGE);
      System.exit(arguments.length == 1 && arguments[0].equals("--help") ? 0 : 2);
    }
    Summary summary = search(arguments[0], Path.of(arguments.length == 2 ? arguments[1] : "."));
    System.out.println(summary.found() + " of " + summary.lines() + " lines in " + summary.files() + " files");
    System.exit(summary.found() > 0 ? 0 : 1);
  }

  private static Summary search(String word, Path directory) throws Exception {
    IpcChannel<Found> lines = Ferry.channel(MessageType.of(Found.class), Search.CHANNEL);
    try (lines;
        ExecutorService printer = Executors.newSingleThreadExecutor();
        IpcProcess<Request, Summary> process =
            IpcProcess.java(SearchProcess.class).options(Search.DOORWAY).start(Request.class, Summary.class);
        Duplex<Request, Summary> child = process.accept()) {
      child.send(new Request.Query(word, lines.sender()));
      // Beside the sending: neither process may wait for the other while that waits for it.
      Future<?> printed = printer.submit(
              () -> {
                print(lines.receiver());
                return true;
              });
      for (Path file : filesBelow(directory)) {
        send(file, child);
      }
      child.send(new Request.End());
      Summary summary = child.receive();
      Object unused = printed.get();
      return summary;
    }
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void send(Path file, Duplex<Request, Summary> child) throws IOException, InterruptedException {
    try {
      child.send(new Request.Page(file.toString(), Files.readString(file)));
    } catch (CharacterCodingException noText) {
      // is not searched
    } catch (LimitExceededException | SerializationException refused) {
      System.err.println(file + " is not searched: " + refused.getMessage());
    }
  }

  private static void print(IpcReceiver<Found> lines) throws IOException, InterruptedException {
    lines.forEach(
        found -> System.out.println(found.file() + ":" + found.line() + ": " + found.text())); // copied to be printed
  }
}
