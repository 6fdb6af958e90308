package org.ferryipc.benches;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ferryipc.benches.report.Headlines;
import org.ferryipc.benches.turns.Effort;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param plan what to measure, and how
 * @param results where results go as JSON
 * @param page where they go as a page for a browser
 * @param readme in which file the table of headlines is written anew, or null
 * @param listed whether rows are only to be listed
 * @param recorded whether to leave flight recordings
 * @param counted whether system calls are counted, too
 * @param words all of it, as it was said
 */
record Arguments(
    Plan plan,
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
      Measures each ROW beside its floors, in 20 s to a minute; without a ROW, some of each kind that is held to a limit, all
      in five minutes.
        --all             every row
        --suite SUITE     every row of a suite, in half an hour at most; may be given again
        --quick           each ROW as briefly as without one
        --peers           with the rows of suite peers, beside other libraries, which are fetched at the first use
        --list            name the rows and end
        --forks N         fresh virtual machines for each row and floor (3; quick 1)
        --warmups N       iterations in each that are not counted (15; quick 8, longer ones)
        --iterations N    iterations in each that are (20; quick 10)
        --millis N        length of an iteration, also of one that is not counted (100; quick 50)
        --results FILE    where to write JSON (benches/target/results.json)
        --report FILE     where to write a page with charts (benches/target/report.html)
        --readme FILE     measure the rows of the README's table, and write it there anew
        --calls           count the system calls of each operation, too, by strace
        --jfr             leave flight recordings in benches/target/jmh; slows all a little
      Exits with 0 if every limit holds, 1 if one is missed, 2 for wrong arguments, 70 if a benchmark fails.
      compare tells what became of each benchmark from one run to another, and exits with 0.""";

  /** The suite beside other libraries, which is not always there. */
  static final String PEERS = "peers";

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
    List<Row> suites = new ArrayList<>();
    List<Row> named = new ArrayList<>();
    UnaryOperator<Effort> changed = UnaryOperator.identity();
    Path results = target.resolve("results.json");
    Path page = target.resolve("report.html");
    Path readme = null;
    boolean all = false;
    boolean quick = false;
    boolean listed = false;
    boolean recorded = false;
    boolean counted = false;
    for (Iterator<String> left = words.iterator(); left.hasNext(); ) {
      String word = left.next();
      switch (word) {
        case "--all" -> all = true;
        case "--quick" -> quick = true;
        case "--peers" -> peers();
        case "--list" -> listed = true;
        case "--jfr" -> recorded = true;
        case "--calls" -> counted = true;
        case "--suite" -> suites.addAll(suite(left));
        case "--forks" -> {
          int forks = number(word, left, 1);
          changed = then(changed, effort -> effort.withForks(forks));
        }
        case "--warmups" -> {
          int warmups = number(word, left, 0);
          changed = then(changed, effort -> effort.withWarmups(warmups));
        }
        case "--iterations" -> {
          int iterations = number(word, left, 1);
          changed = then(changed, effort -> effort.withIterations(iterations));
        }
        case "--millis" -> {
          int millis = number(word, left, 1);
          changed = then(changed, effort -> effort.withMillis(millis));
        }
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
    Plan plan = plan(all, quick, suites, named, changed);
    if (recorded && plan.rounds().stream().anyMatch(Round::shared)) {
      throw new Wrong("--jfr is for rows that are named, without --quick");
    }
    return new Arguments(
        plan, results, page, readme, listed, recorded, counted, words);
  }

  private static UnaryOperator<Effort> then(UnaryOperator<Effort> first, UnaryOperator<Effort> second) {
    return effort -> second.apply(first.apply(effort));
  }

  private static Plan plan(
      boolean all, boolean quick, List<Row> suites, List<Row> named, UnaryOperator<Effort> changed) {
    if (!all && suites.isEmpty() && named.isEmpty()) {
      return Plan.quick(QuickPass.of(Rows.ALL), changed);
    }
    List<Row> whole = all ? Rows.ALL : suites.stream().distinct().toList();
    List<Row> single = named.stream().filter(row -> !whole.contains(row)).distinct().toList();
    if (quick) {
      return Plan.quick(Stream.concat(whole.stream(), single.stream()).toList(), changed);
    }
    Plan suite = Plan.suites(whole, changed);
    Plan alone = Plan.named(single, changed);
    return single.isEmpty() ? suite : new Plan(Stream.concat(suite.rounds().stream(), alone.rounds().stream()).toList());
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
