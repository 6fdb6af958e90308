package org.ferryipc.rpc;

import java.util.concurrent.Executor;

/**
 * On which threads the calls of one connection run. In each mode a thread that waits for the answer to its own call
 * runs the calls that the other side makes on behalf of that call, so nested callbacks need no further thread.
 */
public sealed interface Execution {

  /** One after the other in the order in which they were sent: an implementation needs no locks. The fastest. */
  record Ordered() implements Execution {}

  /**
   * Each as a task of its own.
   *
   * @param executor runs them; one that refuses a task makes its call fail with {@link RpcException.LimitReached}
   */
  record Concurrent(Executor executor) implements Execution {}

  /** {@return one after the other} */
  static Execution ordered() {
    return new Ordered();
  }

  /**
   * {@return each on a virtual thread of its own, so that none waits for another}
   *
   * <p>A method whose calls ended within microseconds each time lately is run by the thread that receives, if that runs nothing
   * else, since to wake another thread takes longer; that is a platform thread, and what a call leaves in a {@link ThreadLocal} is
   * there in a later one. Should such a call take its time then, another thread receives in its place, after one or two
   * milliseconds. {@code -Dferry.rpc.brief=0} turns it off; else that is the number of microseconds (20).
   */
  static Execution virtualThreads() {
    return new Concurrent(Runner.VIRTUAL_THREADS);
  }

  /** {@return each as a task of {@code executor}} */
  static Execution on(Executor executor) {
    return new Concurrent(executor);
  }
}
