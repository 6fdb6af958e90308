package org.ferryipc.rpc.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcException;
import org.ferryipc.rpc.RpcOptions;
import org.junit.jupiter.api.Test;

/** Interfaces of which only their own package knows are called like any other. */
class HiddenInterfaceTest {
  private record Job(String name) {}

  private interface Store<T> {
    int put(T item);

    default int putTwice(T item) {
      return put(item) + put(item);
    }
  }

  private interface Jobs extends Store<Job> {
    @Override
    int put(Job job); // hides the parent's behind a default method that the compiler makes

    default String greet(String... names) {
      return "hello " + String.join(" and ", names);
    }

    default int fails() throws IllegalAccessException {
      throw new IllegalAccessException("by itself");
    }
  }

  /** Both ended in an UndeclaredThrowableException: the JDK runs default methods only for who can see the interface. */
  @Test
  void defaultMethodsAndThoseThatTheCompilerMakesRun() throws Exception {
    Jobs served = job -> job.name().length();
    try (Both both = Both.serve(Jobs.class, served)) {
      Jobs jobs = both.client().remote(Jobs.class);
      assertThat(putInto(jobs, new Job("four"))).isEqualTo(4);
      assertThat(jobs.putTwice(new Job("four"))).isEqualTo(8);
      assertThat(jobs.greet()).isEqualTo("hello ");
      assertThat(jobs.greet("you", "me")).isEqualTo("hello you and me");
      assertThatThrownBy(jobs::fails).isInstanceOf(IllegalAccessException.class).hasMessage("by itself");
    }
  }

  private static <T> int putInto(Store<T> store, T item) {
    return store.put(item);
  }

  private interface MayFail {
    int read() throws IOException, InterruptedException;
  }

  private interface CannotFail {
    int read();
  }

  private interface Reader extends MayFail, CannotFail {}

  /** An UndeclaredThrowableException hid what had happened. */
  @Test
  void aMethodOfTwoParentsThrowsWhatBothAllow() throws Exception {
    Reader served =
        () -> {
          throw new IllegalStateException("broken");
        };
    try (Both both = Both.serve(Reader.class, served)) {
      Reader remote = both.client().remote(Reader.class);
      assertThatThrownBy(remote::read).isInstanceOf(RpcException.RemoteFailure.class);
    }
  }

  private interface Shop {
    boolean close();
  }

  /** No proxy could be made: it was to have a close() without a result as well. */
  @Test
  void aMethodThatIsCalledCloseMayReturnSomething() throws Exception {
    Shop served = () -> true;
    try (Both both = Both.serve(Shop.class, served)) {
      Shop shop = both.client().remote(Shop.class);
      assertThat(shop.close()).isTrue();
      assertThat(shop.close()).isTrue();
    }
  }

  private record Both(RpcConnection server, RpcConnection client) implements AutoCloseable {
    static <S> Both serve(Class<S> type, S served) throws IOException {
      ChannelOptions channel = Fixture.IN_PROCESS.options();
      RpcOptions options = RpcOptions.defaults().withChannel(channel);
      MessageType<String> any = MessageType.of(String.class);
      DuplexPair<String, String> pair = Ferry.duplex(any, any, channel);
      return new Both(
          Rpc.serve(type, caller -> served).with(options).over(pair.left()), Rpc.over(pair.right(), options));
    }

    @Override
    public void close() throws InterruptedException {
      client.close();
      server.await();
    }
  }
}
