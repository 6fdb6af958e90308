package org.ferryipc.benches;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ferryipc.benches.turns.Effort;

/**
 * What the command line asks for.
 *
 * @param rows what to measure, in order
 * @param effort how much
 * @param results where results go as JSON
 * @param listed whether rows are only to be listed
 * @param recorded whether to leave flight recordings
 */
record Arguments(List<Row> rows, Effort effort, Path results, boolean listed, boolean recorded) {
  static final String USAGE =
      """
      usage: ./ferry-bench [OPTION]... [ROW]...
      Measures each ROW beside its floors; without a ROW, some of each kind that is held to a limit.
        --all             every row
        --list            name the rows and end
        --forks N         fresh virtual machines for each row and floor (3)
        --warmups N       iterations in each that are not counted (15)
        --iterations N    iterations in each that are (20)
        --millis N        length of an iteration (100)
        --results FILE    where to write JSON (benches/target/results.json)
        --jfr             leave flight recordings in benches/target/jmh; slows all a little
      Exits with 0 if every limit holds, 1 if one is missed, 2 for wrong arguments, 70 if a benchmark fails.""";

  private static final Effort QUICK = new Effort(3, 15, 20, 100);

  /** An argument makes no sense; the message is one line. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String line) {
      super(line);
    }
  }

  /**
   * {@return what {@code words} ask for}
   *
   * @param target the folder for results, unless another file is named
   */
  static Arguments of(List<String> words, Path target) throws Wrong {
    List<Row> named = new ArrayList<>();
    int forks = QUICK.forks();
    int warmups = QUICK.warmups();
    int iterations = QUICK.iterations();
    int millis = QUICK.millis();
    Path results = target.resolve("results.json");
    boolean all = false;
    boolean listed = false;
    boolean recorded = false;
    for (Iterator<String> left = words.iterator(); left.hasNext(); ) {
      String word = left.next();
      switch (word) {
        case "--all" -> all = true;
        case "--list" -> listed = true;
        case "--jfr" -> recorded = true;
        case "--forks" -> forks = number(word, left, 1);
        case "--warmups" -> warmups = number(word, left, 0);
        case "--iterations" -> iterations = number(word, left, 1);
        case "--millis" -> millis = number(word, left, 1);
        case "--results" -> results = path(word, left);
        default -> named.add(row(word));
      }
    }
    List<Row> rows = all ? Rows.ALL : named.isEmpty() ? Rows.ALL.stream().filter(Row::quick).toList() : named;
    return new Arguments(rows, new Effort(forks, warmups, iterations, millis), results, listed, recorded);
  }

  private static Row row(String word) throws Wrong {
    if (word.startsWith("-")) {
      throw new Wrong("there is no option " + word);
    }
    for (Row row : Rows.ALL) {
      if (row.title().equals(word)) {
        return row;
      }
    }
    throw new Wrong("there is no row " + word + "; --list names them");
  }

  private static int number(String option, Iterator<String> left, int least) throws Wrong {
    String text = left.hasNext() ? left.next() : "nothing";
    try {
      int number = Integer.parseInt(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException fallsThrough) {
      // said below
    }
    throw new Wrong(option + " needs a number from " + least + " on, not " + text);
  }

  private static Path path(String option, Iterator<String> left) throws Wrong {
    if (!left.hasNext()) {
      throw new Wrong(option + " needs a file");
    }
    String text = left.next();
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new Wrong(option + " needs a file, not " + text);
    }
  }
}
