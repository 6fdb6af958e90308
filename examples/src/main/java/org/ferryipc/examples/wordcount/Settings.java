package org.ferryipc.examples.wordcount;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param directory whose files are counted
 * @param leftOut names of files and directories that are passed over
 * @param workerUser as which user the worker runs, if not as this process's
 * @param largest how many files the table shows
 */
record Settings(Path directory, Set<String> leftOut, OptionalInt workerUser, int largest) {
  static final String USAGE =
      """
      Counts lines, words and bytes of every regular file below a directory, and takes its SHA-256, in a worker process
      that is given open files and never a path.

      usage: ./ferry-job [--worker-user UID] [--leave-out NAME]... [--largest N] [DIRECTORY]

        DIRECTORY          by default Ferry's own source tree: the checkout of ./ferry-job without .git and target
        --worker-user UID  run the worker as this user and group (needs root, and setpriv of util-linux); it need not
                           be able to open any of the files, but must be able to read Java and the class path
        --leave-out NAME   pass over files and directories of this name
        --largest N        show the N largest files (10)

      exit status: 0 every file was counted; 1 some could not be read, each has a line on standard error; 2 wrong usage
      or no such directory; 3 the worker could not be started, or ended early; 130 and 143 after SIGINT and SIGTERM""";

  private static final int LARGEST = 10;

  /** The system property by which ./ferry-job says where it lies. */
  private static final String CHECKOUT = "ferry.checkout";

  private static final Set<String> NO_SOURCES = Set.of(".git", "target");

  /** The command line asks for something impossible. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /** Reads a command line. */
  static Settings of(String... arguments) throws UsageException {
    Set<String> leftOut = new HashSet<>();
    OptionalInt workerUser = OptionalInt.empty();
    int largest = LARGEST;
    @Nullable String directory = null;
    Iterator<String> words = List.of(arguments).iterator();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "--worker-user" -> workerUser = OptionalInt.of(number(word, words));
        case "--leave-out" -> leftOut.add(value(word, words));
        case "--largest" -> largest = number(word, words);
        default -> {
          if (word.startsWith("-")) {
            throw new UsageException("there is no option " + Words.printable(word));
          }
          if (directory != null) {
            throw new UsageException("more than one directory");
          }
          directory = word;
        }
      }
    }
    if (directory == null) {
      directory = System.getProperty(CHECKOUT);
      leftOut.addAll(NO_SOURCES);
    }
    if (directory == null) {
      throw new UsageException("no directory");
    }
    return new Settings(path(directory), leftOut, workerUser, largest);
  }

  private static String value(String option, Iterator<String> words) throws UsageException {
    if (!words.hasNext()) {
      throw new UsageException(option + " needs a value");
    }
    return words.next();
  }

  private static int number(String option, Iterator<String> words) throws UsageException {
    String value = value(option, words);
    try {
      int number = Integer.parseInt(value);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As below.
    }
    throw new UsageException(option + " needs a number from 0, not " + Words.printable(value));
  }

  private static Path path(String text) throws UsageException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException("not a path: " + Words.printable(text));
    }
  }
}
