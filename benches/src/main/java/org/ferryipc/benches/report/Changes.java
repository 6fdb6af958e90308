package org.ferryipc.benches.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Two runs beside one another. */
public final class Changes {
  private static final List<String> HEAD =
      List.of("benchmark", "unit", "before", "after", "ratio", "interval", "", "floor");
  private static final String LEFT = "llrrrrlr";

  private Changes() {}

  // What makes two results the same benchmark.
  private record Key(
      String suite, String name, String lanes, String placement, int processes, @Nullable String read, String unit) {
    static Key of(Result of) {
      return new Key(
          of.suite(), of.name(), of.lanes(), of.placement(), of.processes(), of.read(), of.unit());
    }

    String title() {
      return suite
          + "/"
          + name
          + (lanes.equals("on") && !name.contains("::lanes") ? "::lanes" : "") // a floor's name has it already
          + (read == null ? "" : "::" + read)
          + (placement.equals("one-core") ? "::one_core" : "");
    }
  }

  /** {@return the benchmarks that both runs have, in the order of {@code after}} */
  public static List<Change> between(List<Result> before, List<Result> after) {
    Map<Key, Result> old = byKey(before);
    List<Change> changes = new ArrayList<>();
    byKey(after)
        .forEach(
            (key, result) -> {
              Result was = old.get(key);
              if (was != null) {
                changes.add(new Change(was, result, floorRatio(was, result)));
              }
            });
    return changes;
  }

  // A row stands once beside each of its floors, with the same value; the first is the one it is judged by.
  private static Map<Key, Result> byKey(List<Result> results) {
    Map<Key, Result> found = new LinkedHashMap<>();
    results.forEach(result -> found.putIfAbsent(Key.of(result), result));
    return found;
  }

  private static @Nullable Double floorRatio(Result before, Result after) {
    Double old = before.ratio();
    Double now = after.ratio();
    if (old == null || now == null || before.floor() == null || !before.floor().equals(after.floor())) {
      return null;
    }
    return (after.value() / now) / (before.value() / old);
  }

  /** {@return the changes as a table, one line each} */
  public static List<String> table(List<Change> changes) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(HEAD);
    for (Change change : changes) {
      Double floor = change.floorRatio();
      cells.add(
          List.of(
              Key.of(change.after()).title(),
              change.after().unit(),
              value(change.before()),
              value(change.after()),
              number(change.ratio(), 3),
              number(change.low(), 3) + " – " + number(change.high(), 3),
              change.verdict(),
              floor == null ? "" : number(floor, 3)));
    }
    return Columns.aligned(cells, LEFT);
  }

  private static String value(Result result) {
    int digits = result.value() < 100 ? 2 : 0;
    return number(result.value(), digits) + " ± " + number(result.error(), digits);
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
