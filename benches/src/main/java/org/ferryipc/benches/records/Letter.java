package org.ferryipc.benches.records;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The messages: one of a few words, and one of eight texts and 32 numbers. */
public final class Letter {
  private Letter() {}

  /** What a small message can say. */
  public enum Word {
    /** Yes. */
    YES,
    /** No. */
    NO
  }

  /** A small message. */
  public record Small(Word word, int number) {}

  /** A large one. */
  public record Large(
      String a, String b, String c, String d, String e, String f, String g, String h, List<Double> numbers) {}

  /** {@return a small message} */
  public static Small small() {
    return new Small(Word.YES, 42);
  }

  /** {@return a large message} */
  public static Large large() {
    String[] t = Stream.of("a", "b", "c", "d", "e", "f", "g", "h").map(one -> one.repeat(12)).toArray(String[]::new);
    return new Large(
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], IntStream.range(0, 32).mapToObj(i -> i * 1.5).toList());
  }
}
