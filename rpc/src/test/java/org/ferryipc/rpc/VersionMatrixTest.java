package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two versions of one interface, each compiled and loaded by itself, as two programs have them. */
class VersionMatrixTest {
  private static final String OLD =
      """
      package shop;
      public interface Store {
        record Item(String name) {}
        record Price(String of, int cents) {}
        Price price(Item item);
        int count();
      }
      """;

  // A component more on each side, a method more, one less, and one with another parameter.
  private static final String NEW =
      """
      package shop;
      import java.util.Optional;
      public interface Store {
        record Item(String name, Optional<String> colour) {}
        record Price(String of, int cents, Optional<String> currency) {}
        Price price(Item item);
        long count(String of);
        java.util.concurrent.CompletableFuture<Integer> later();
      }
      """;

  /** One program's view: its classes, and how it makes a call. */
  private record Version(ClassLoader loader, Class<?> store) {
    static Version compiled(String source, Path into) throws Exception {
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
      JavaFileObject file =
          new SimpleJavaFileObject(URI.create("string:///shop/Store.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
              return source;
            }
          };
      List<String> options = List.of("-d", Files.createDirectories(into).toString(), "-proc:none");
      assertThat(compiler.getTask(null, null, complaints, options, null, List.of(file)).call())
          .as(complaints.getDiagnostics().toString())
          .isTrue();
      ClassLoader loader =
          new URLClassLoader(new URL[] {into.toUri().toURL()}, VersionMatrixTest.class.getClassLoader());
      return new Version(loader, loader.loadClass("shop.Store"));
    }

    Object item(String name) throws Exception {
      Class<?> item = loader.loadClass("shop.Store$Item");
      return item.getRecordComponents().length == 1
          ? item.getDeclaredConstructor(String.class).newInstance(name)
          : item.getDeclaredConstructor(String.class, Optional.class)
              .newInstance(name, Optional.of("red"));
    }

    Object price(String of, int cents) throws Exception {
      Class<?> price = loader.loadClass("shop.Store$Price");
      return price.getRecordComponents().length == 2
          ? price.getDeclaredConstructor(String.class, int.class).newInstance(of, cents)
          : price.getDeclaredConstructor(String.class, int.class, Optional.class)
              .newInstance(of, cents, Optional.empty());
    }

    Object implementation() {
      return Proxy.newProxyInstance(
          loader,
          new Class<?>[] {store},
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "price" -> {
                  Object item = arguments[0];
                  yield price((String) item.getClass().getMethod("name").invoke(item), 5);
                }
                case "count" -> method.getReturnType() == int.class ? (Object) 7 : (Object) 8L;
                case "later" -> CompletableFuture.completedFuture(9);
                case "hashCode" -> 1;
                case "equals" -> proxy == arguments[0];
                default -> throw new AssertionError(method);
              });
    }

    Object call(Object proxy, String name, Class<?>[] types, Object... arguments) throws Throwable {
      try {
        return store.getMethod(name, types).invoke(proxy, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"old,old", "old,new", "new,old", "new,new"})
  void whatBothHaveWorksAndWhatOneHasIsUnknownWhenItIsUsed(String client, String server, @TempDir Path folder)
      throws Exception {
    Version here = Version.compiled(client.equals("old") ? OLD : NEW, folder.resolve("client"));
    Version there = Version.compiled(server.equals("old") ? OLD : NEW, folder.resolve("server"));
    assertThat(here.store()).isNotEqualTo(there.store());
    DuplexPair<String, String> pair = Ferry.duplex(String.class, String.class);
    try (RpcConnection serving = serve(there.store(), there.implementation(), pair);
        RpcConnection calling = Rpc.over(pair.right())) {
      Object store = calling.remote(here.store());
      Object item = here.item("pen");
      assertThat(uncheck(() -> here.call(store, "price", new Class<?>[] {item.getClass()}, item)))
          .hasToString("Price[of=pen, cents=5" + (client.equals("old") ? "]" : ", currency=Optional.empty]"));
      if (client.equals("old")) {
        check(client, server, () -> here.call(store, "count", new Class<?>[0]), 7);
      } else {
        check(client, server, () -> here.call(store, "count", new Class<?>[] {String.class}, "pens"), 8L);
        check(
            client,
            server,
            () -> joined((CompletableFuture<?>) here.call(store, "later", new Class<?>[0])),
            9);
      }
      calling.close();
      serving.await();
    }
  }

  private static <S> RpcConnection serve(Class<S> type, Object implementation, DuplexPair<String, String> pair) {
    return Rpc.serve(type, caller -> type.cast(implementation)).over(pair.left());
  }

  private static void check(String client, String server, Call call, Object expected) {
    if (client.equals(server)) {
      assertThat(uncheck(call)).isEqualTo(expected);
    } else {
      assertThatThrownBy(call::make)
          .isInstanceOf(RpcException.UnknownMethod.class);
    }
  }

  private static Object joined(CompletableFuture<?> future) throws Throwable {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause();
    }
  }

  private interface Call {
    Object make() throws Throwable;
  }

  private static Object uncheck(Call call) {
    try {
      return call.make();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
