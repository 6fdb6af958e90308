package org.ferryipc.benches;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.ferryipc.benches.report.Headlines;
import org.ferryipc.benches.turns.Effort;
import org.ferryipc.benches.turns.Players;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param rows what to measure, in order
 * @param effort how much
 * @param results where results go as JSON
 * @param page where they go as a page for a browser
 * @param readme in which file the table of headlines is written anew, or null
 * @param listed whether rows are only to be listed
 * @param recorded whether to leave flight recordings
 * @param counted whether system calls are counted, too
 * @param words all of it, as it was said
 */
record Arguments(
    List<Row> rows,
    Effort effort,
    Path results,
    Path page,
    @Nullable Path readme,
    boolean listed,
    boolean recorded,
    boolean counted,
    List<String> words) {
  static final String USAGE =
      """
      usage: ./ferry-bench [OPTION]... [ROW]...
             ./ferry-bench compare BEFORE.json AFTER.json
      Measures each ROW beside its floors; without a ROW, some of each kind that is held to a limit, in five minutes.
        --all             every row
        --suite SUITE     every row of a suite; may be given again
        --peers           with the rows of suite peers, beside other libraries, which are fetched at the first use
        --list            name the rows and end
        --forks N         fresh virtual machines for each row and floor (3)
        --warmups N       iterations in each that are not counted (15)
        --iterations N    iterations in each that are (20)
        --millis N        length of an iteration (100)
        --results FILE    where to write JSON (benches/target/results.json)
        --report FILE     where to write a page with charts (benches/target/report.html)
        --readme FILE     measure the rows of the README's table, and write it there anew
        --calls           count the system calls of each operation, too, by strace
        --jfr             leave flight recordings in benches/target/jmh; slows all a little
      Exits with 0 if every limit holds, 1 if one is missed, 2 for wrong arguments, 70 if a benchmark fails.
      compare tells what became of each benchmark from one run to another, and exits with 0.""";

  private static final String PEERS = "peers";
  private static final Effort FULL = new Effort(3, 15, 20, 100);
  // What the quick pass may take: five minutes, less the build and what was estimated wrongly.
  private static final double QUICK_SECONDS = 270;

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
    Integer forks = null;
    Integer warmups = null;
    Integer iterations = null;
    Integer millis = null;
    Path results = target.resolve("results.json");
    Path page = target.resolve("report.html");
    Path readme = null;
    boolean all = false;
    boolean listed = false;
    boolean recorded = false;
    boolean counted = false;
    for (Iterator<String> left = words.iterator(); left.hasNext(); ) {
      String word = left.next();
      switch (word) {
        case "--all" -> all = true;
        case "--peers" -> peers();
        case "--list" -> listed = true;
        case "--jfr" -> recorded = true;
        case "--calls" -> counted = true;
        case "--suite" -> named.addAll(suite(left));
        case "--forks" -> forks = number(word, left, 1);
        case "--warmups" -> warmups = number(word, left, 0);
        case "--iterations" -> iterations = number(word, left, 1);
        case "--millis" -> millis = number(word, left, 1);
        case "--results" -> results = path(word, left);
        case "--report" -> page = path(word, left);
        case "--readme" -> readme = path(word, left);
        default -> named.add(row(word));
      }
    }
    if (readme != null) {
      for (String title : Headlines.titles()) {
        named.add(row(title));
      }
    }
    boolean quick = !all && named.isEmpty();
    List<Row> rows = all ? Rows.ALL : quick ? QuickPass.of(Rows.ALL) : named.stream().distinct().toList();
    Effort usual = quick ? FULL.within(QUICK_SECONDS, sets(rows)) : FULL;
    Effort effort =
        new Effort(
            forks == null ? usual.forks() : forks,
            warmups == null ? usual.warmups() : warmups,
            iterations == null ? usual.iterations() : iterations,
            millis == null ? usual.millis() : millis);
    return new Arguments(rows, effort, results, page, readme, listed, recorded, counted, words);
  }

  // Single operations are timed in a set of virtual machines of their own.
  static List<Players> sets(List<Row> rows) {
    return rows.stream()
        .flatMap(row -> Collections.nCopies(row.traits().curve() ? 2 : 1, players(row)).stream())
        .toList();
  }

  private static Players players(Row row) {
    return new Players(1 + row.floors().size(), row.traits().processes() > 1);
  }

  // Which module is on the class path is the script's to see to.
  private static void peers() throws Wrong {
    if (Rows.ALL.stream().noneMatch(row -> row.suite().equals(PEERS))) {
      throw new Wrong("--peers is for ./ferry-bench, which builds them");
    }
  }

  private static List<Row> suite(Iterator<String> left) throws Wrong {
    String wanted = left.hasNext() ? left.next() : "";
    List<Row> found = Rows.ALL.stream().filter(row -> row.suite().equals(wanted)).toList();
    if (found.isEmpty() && wanted.equals(PEERS)) {
      throw new Wrong("the suite " + PEERS + " is there with --peers");
    }
    if (found.isEmpty()) {
      String known = Rows.ALL.stream().map(Row::suite).distinct().collect(Collectors.joining(", "));
      throw new Wrong("there is no suite " + (wanted.isEmpty() ? "without a name" : wanted) + "; there are " + known);
    }
    return found;
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

  /** {@return how to do the same again} */
  String command() {
    return ("./ferry-bench " + String.join(" ", words)).strip();
  }
}
