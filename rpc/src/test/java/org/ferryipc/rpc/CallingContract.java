package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleClosedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call gives what the method gives, whatever its shape. */
abstract class CallingContract extends RpcContract {
  CallingContract(Fixture fixture) {
    super(fixture);
  }

  record Point(int x, int y) {}

  record Box<T>(T content) {}

  interface Store<T> {
    void put(String key, T value);

    Optional<T> get(String key);

    List<T> all(List<T> more);
  }

  interface Named {
    String name();
  }

  interface Shapes extends Store<Point>, Named {
    boolean primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d);

    String primitivesSeen();

    Integer boxed(@Nullable Integer value);

    @Nullable String maybe(@Nullable String text);

    String join(String first, String... more);

    int over(int value);

    String over(String value);

    int over(int value, int more);

    Box<List<Map<String, Point>>> deep(Box<List<Map<String, Point>>> value);

    byte[] bytes(byte[] given);

    CompletableFuture<Integer> later(int value);

    CompletionStage<Void> latest();

    default String greeting() {
      return "hello " + name();
    }

    static String unrelated() {
      return "static";
    }
  }

  static final class Served implements Shapes {
    private final Map<String, Point> points = new java.util.concurrent.ConcurrentHashMap<>();
    private volatile String seen = "";
    final CompletableFuture<Integer> promise = new CompletableFuture<>();

    @Override
    public boolean primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d) {
      seen = z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d;
      return !z;
    }

    @Override
    public String primitivesSeen() {
      return seen;
    }

    @Override
    public Integer boxed(@Nullable Integer value) {
      return value == null ? -1 : value + 1;
    }

    @Override
    public @Nullable String maybe(@Nullable String text) {
      return text == null ? null : text.isEmpty() ? null : text;
    }

    @Override
    public String join(String first, String... more) {
      return first + more.length + String.join("", more);
    }

    @Override
    public int over(int value) {
      return value + 1;
    }

    @Override
    public String over(String value) {
      return value + "!";
    }

    @Override
    public int over(int value, int more) {
      return value + more;
    }

    @Override
    public Box<List<Map<String, Point>>> deep(Box<List<Map<String, Point>>> value) {
      return value;
    }

    @Override
    public byte[] bytes(byte[] given) {
      return given;
    }

    @Override
    public CompletableFuture<Integer> later(int value) {
      return promise.thenApply(more -> value + more);
    }

    @Override
    public CompletionStage<Void> latest() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void put(String key, Point value) {
      points.put(key, value);
    }

    @Override
    public Optional<Point> get(String key) {
      return Optional.ofNullable(points.get(key));
    }

    @Override
    public List<Point> all(List<Point> more) {
      return java.util.stream.Stream.concat(points.values().stream(), more.stream()).toList();
    }

    @Override
    public String name() {
      return "served";
    }
  }

  @ParameterizedTest
  @EnumSource
  void numbersArriveWithAllTheirBits(Mode mode) throws Exception {
    try (Sides sides = serve(Shapes.class, new Served(), mode)) {
      Shapes shapes = sides.remote(Shapes.class);
      assertThat(shapes.primitives(true, (byte) -128, Short.MIN_VALUE, '\uffff', Integer.MIN_VALUE, Long.MIN_VALUE,
              -0.0f, Double.MIN_VALUE))
          .isFalse();
      assertThat(shapes.primitivesSeen())
          .isEqualTo("true -128 -32768 65535 -2147483648 -9223372036854775808 -0.0 4.9E-324");
      assertThat(shapes.primitives(false, (byte) 127, Short.MAX_VALUE, '\0', Integer.MAX_VALUE, Long.MAX_VALUE,
              Float.NaN, Double.NEGATIVE_INFINITY))
          .isTrue();
      assertThat(shapes.primitivesSeen())
          .isEqualTo("false 127 32767 0 2147483647 9223372036854775807 NaN -Infinity");
      for (int i : new int[] {0, 1, -1, 63, 64, -64, -65, 8191, 8192}) {
        assertThat(shapes.over(i)).isEqualTo(i + 1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void valuesOfEveryShapeGoAndComeBack(Mode mode) throws Exception {
    try (Sides sides = serve(Shapes.class, new Served(), mode)) {
      Shapes shapes = sides.remote(Shapes.class);
      assertThat(shapes.boxed(null)).isEqualTo(-1);
      assertThat(shapes.boxed(41)).isEqualTo(42);
      assertThat(shapes.maybe(null)).isNull();
      assertThat(shapes.maybe("")).isNull();
      assertThat(shapes.maybe("ä🙂")).isEqualTo("ä🙂");
      assertThat(shapes.join("a")).isEqualTo("a0");
      assertThat(shapes.join("a", "b", "c")).isEqualTo("a2bc");
      assertThat(shapes.over("x")).isEqualTo("x!");
      assertThat(shapes.over(1, 2)).isEqualTo(3);
      var deep = new Box<>(List.of(Map.of("a", new Point(1, 2)), Map.<String, Point>of()));
      assertThat(shapes.deep(deep)).isEqualTo(deep);
      byte[] large = new byte[1 << 20];
      large[large.length - 1] = 7;
      assertThat(shapes.bytes(large)).isEqualTo(large);
    }
  }

  @Test
  void typeArgumentsOfParentsAreKnown() throws Exception {
    try (Sides sides = serve(Shapes.class, new Served())) {
      Shapes shapes = sides.remote(Shapes.class);
      shapes.put("a", new Point(3, 4));
      assertThat(shapes.get("a")).contains(new Point(3, 4));
      assertThat(shapes.get("b")).isEmpty();
      assertThat(shapes.all(List.of(new Point(5, 6)))).containsExactly(new Point(3, 4), new Point(5, 6));
    }
  }

  @Test
  void defaultMethodsAndThoseOfObjectRunHere() throws Exception {
    try (Sides sides = serve(Shapes.class, new Served())) {
      Shapes shapes = sides.remote(Shapes.class);
      Shapes same = sides.remote(Shapes.class);
      assertThat(shapes.greeting()).isEqualTo("hello served");
      assertThat(shapes).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(Shapes.unrelated());
      assertThat(shapes.equals(null)).isFalse();
      assertThat(shapes.toString()).contains("Shapes", "connection");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFutureIsCompletedWhenTheOtherSidesIs(Mode mode) throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Shapes.class, served, mode)) {
      Shapes shapes = sides.remote(Shapes.class);
      CompletableFuture<Integer> first = shapes.later(1);
      CompletableFuture<Integer> second = shapes.later(2);
      assertThat(shapes.over(7)).isEqualTo(8);
      assertThat(first).isNotDone();
      served.promise.complete(10);
      assertThat(first.get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(11);
      assertThat(second.thenApply(x -> x * 2).get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(24);
      assertThat(shapes.latest().toCompletableFuture().join()).isNull();
    }
  }

  interface Bell {
    @OneWay
    void ring(int times);

    int rung();
  }

  @ParameterizedTest
  @EnumSource
  void aOneWayCallReturnsBeforeItRuns(Mode mode) throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch rung = new CountDownLatch(1);
    try (Sides sides =
        serve(
            Bell.class,
            new Bell() {
              @Override
              public void ring(int times) {
                await(go);
                rung.countDown();
              }

              @Override
              public int rung() {
                return 0;
              }
            },
            mode)) {
      sides.remote(Bell.class).ring(1);
      go.countDown();
      await(rung);
    }
  }

  @Test
  void oneWayCallsAreBegunInOrderAndNoneIsLostWhenTheirCallerCloses() throws Exception {
    List<Integer> heard = new java.util.concurrent.CopyOnWriteArrayList<>();
    int many = 1000; // more than may be in flight, and more than wait for a report
    try (Sides sides =
        serve(
            Bell.class,
            new Bell() {
              @Override
              public void ring(int times) {
                heard.add(times);
              }

              @Override
              public int rung() {
                return heard.size();
              }
            })) {
      Bell bell = sides.remote(Bell.class);
      for (int i = 0; i < many; i++) {
        bell.ring(i);
      }
      assertThat(bell.rung()).isEqualTo(many);
      bell.ring(many);
    }
    assertThat(heard.size()).isEqualTo(many + 1);
    assertThat(heard.equals(heard.stream().sorted().toList())).isTrue();
  }

  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void bothSidesMayServe() throws Exception {
    DuplexPair<String, String> pair = pair();
    try (RpcConnection left =
            Rpc.serve(Named.class, caller -> () -> "left").with(options()).over(pair.left());
        RpcConnection right =
            Rpc.serve(Named.class, caller -> () -> "right").with(options()).over(pair.right())) {
      assertThat(left.remote(Named.class).name()).isEqualTo("right");
      assertThat(right.remote(Named.class).name()).isEqualTo("left");
      assertThat(pair.left().state()).isInstanceOf(HandleState.Moved.class);
      assertThat(left.peer()).isEqualTo(PeerIdentity.UNKNOWN);
      right.close();
      left.await();
      right.await();
    }
  }

  @Test
  void aClosedProxyRefusesCallsAndTheConnectionGoesOn() throws Exception {
    try (Sides sides = serve(Shapes.class, new Served())) {
      Shapes shapes = sides.remote(Shapes.class);
      Rpc.release(shapes);
      Rpc.release(shapes);
      assertThatThrownBy(() -> shapes.over(1)).isInstanceOf(HandleClosedException.class);
      assertThat(sides.remote(Shapes.class).over(1)).isEqualTo(2);
    }
  }

  @Test
  void manyCallersShareAConnection() throws Exception {
    try (Sides sides = serve(Shapes.class, new Served(), Mode.CONCURRENT)) {
      Shapes shapes = sides.remote(Shapes.class);
      List<CompletableFuture<Void>> callers = new java.util.ArrayList<>();
      for (int c = 0; c < 16; c++) {
        int from = c * 1000;
        CompletableFuture<Void> done = new CompletableFuture<>();
        callers.add(done);
        Thread.Builder builder = c % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
        builder.start(
            () -> {
              try {
                for (int i = 0; i < 300; i++) {
                  assertThat(shapes.over(from + i)).isEqualTo(from + i + 1);
                }
                done.complete(null);
              } catch (Throwable t) {
                done.completeExceptionally(t);
              }
            });
      }
      CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).get(HANG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
