package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.MessageName;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generic interfaces: what their variables stand for where a value travels, and what cannot be told. */
abstract class GenericsContract extends RpcContract {
  GenericsContract(Fixture fixture) {
    super(fixture);
  }

  record Point(int x, int y) {}

  @Remote
  interface Sink<T> {
    void put(T item);
  }

  interface Store<T> {
    int addAll(Collection<? extends T> items);

    T[] array(T[] items);

    CompletableFuture<? extends T> soon(T item);

    Map<String, List<? super T>> named(String name, T item);

    void each(List<T> items, Sink<? super T> sink);

    Sink<List<T>> lists(Sink<T> sink);
  }

  interface Points extends Store<Point> {}

  private static final class Served implements Points {
    final List<Point> kept = new CopyOnWriteArrayList<>();

    @Override
    public int addAll(Collection<? extends Point> items) {
      int sum = 0;
      for (Point item : items) {
        sum += item.x();
        kept.add(item);
      }
      return sum;
    }

    @Override
    public Point[] array(Point[] items) {
      return items.clone();
    }

    @Override
    public CompletableFuture<? extends Point> soon(Point item) {
      return CompletableFuture.completedFuture(item);
    }

    @Override
    public Map<String, List<? super Point>> named(String name, Point item) {
      return Map.of(name, List.of(item));
    }

    @Override
    public void each(List<Point> items, Sink<? super Point> sink) {
      items.forEach(sink::put);
      Rpc.release(sink);
    }

    @Override
    public Sink<List<Point>> lists(Sink<Point> sink) {
      return items -> items.forEach(sink::put);
    }
  }

  /** Under a wildcard a variable stood for anything: elements arrived as maps. A generic callback was refused. */
  @ParameterizedTest
  @EnumSource
  void variablesStandForTheSameWhereverTheyAre(Mode mode) throws Exception {
    Served served = new Served();
    Point one = new Point(1, 2);
    Point other = new Point(3, 4);
    try (Sides sides = serve(Points.class, served, mode)) {
      Store<Point> store = sides.remote(Points.class);
      assertThat(store.addAll(List.of(one, other))).isEqualTo(4);
      assertThat(served.kept).containsExactly(one, other);
      assertThat(store.array(new Point[] {one, other})).containsExactly(one, other);
      assertThat(store.soon(one).get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(one);
      assertThat(store.named("a", one)).containsOnlyKeys("a");
      List<Point> seen = new CopyOnWriteArrayList<>();
      store.each(List.of(one, other), seen::add);
      assertThat(seen).containsExactly(one, other);
      Sink<List<Point>> lists = store.lists(seen::add);
      lists.put(List.of(other, one));
      assertThat(seen).containsExactly(one, other, other, one);
      Rpc.release(lists);
    }
  }

  interface Wide {
    Number value();

    Object echo(Integer value);
  }

  interface Narrow extends Wide {
    @Override
    Integer value();

    @Override
    String echo(Integer value);
  }

  @Test
  void aMethodWithANarrowerResultIsCalledThroughItsParentToo() throws Exception {
    Narrow served =
        new Narrow() {
          @Override
          public Integer value() {
            return 7;
          }

          @Override
          public String echo(Integer value) {
            return "no " + value;
          }
        };
    try (Sides sides = serve(Narrow.class, served)) {
      Narrow narrow = sides.remote(Narrow.class);
      Wide wide = narrow;
      assertThat(narrow.value()).isEqualTo(7);
      assertThat(wide.value()).isEqualTo(7);
      assertThat(wide.echo(3)).isEqualTo("no 3");
    }
  }

  @MessageName("job")
  record JobA(int a) {}

  @MessageName("job")
  record JobB(int b) {}

  interface TwoJobs {
    void put(JobA job);

    void put(JobB job);
  }

  @Remote
  @MessageName("ear")
  interface EarA {
    void a();
  }

  @Remote
  @MessageName("ear")
  interface EarB {
    void b();
  }

  interface TwoEars {
    void take(EarA ear);

    void take(EarB ear);
  }

  @Remote
  interface Node<T> {
    Node<List<T>> next();
  }

  interface Endless {
    Node<String> first();
  }

  @SuppressWarnings("rawtypes")
  interface RawSink {
    void take(Sink sink);
  }

  /** The first of two overloads was called for both; an interface without end overflowed the stack. */
  @ParameterizedTest
  @ValueSource(classes = {TwoJobs.class, TwoEars.class, Endless.class, RawSink.class})
  void whatCannotBeToldApartIsRefusedBeforeItIsServed(Class<?> impossible) {
    assertThatThrownBy(() -> Rpc.serve(impossible, caller -> null)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Two overloads that differ in nothing when their variables are filled in are one method. */
  interface Pair<T> {
    void put(T item);

    void put(String item);
  }

  interface Texts extends Pair<String> {}

  @Test
  void overloadsThatAreTheSameInASubtypeAreOneMethod() throws Exception {
    List<String> put = new ArrayList<>();
    Texts served =
        new Texts() {
          @Override
          public void put(String item) {
            put.add(item);
          }
        };
    try (Sides sides = serve(Texts.class, served)) {
      put(sides.remote(Texts.class), "a");
      assertThat(put).containsExactly("a");
    }
  }

  private static <T> void put(Pair<T> pair, T item) {
    pair.put(item);
  }
}
