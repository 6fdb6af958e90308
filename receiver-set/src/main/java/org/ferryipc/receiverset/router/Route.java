package org.ferryipc.receiverset.router;

import java.util.concurrent.CompletionStage;
import org.ferryipc.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A receiver in a {@link Router}, whose messages go to a handler. Any thread may use it, handlers too.
 *
 * @param <H> the kind of receiver, which {@link #remove} gives back
 */
public sealed class Route<H extends Handle> implements AutoCloseable permits DuplexRoute {
  final Course<H, ?> course;
  private final String name;

  Route(Course<H, ?> course, String name) {
    this.course = course;
    this.name = name;
  }

  /** {@return the route whose handler is running on this thread, or null} */
  public static @Nullable Route<?> current() {
    return Course.CURRENT.isBound() ? Course.CURRENT.get() : null;
  }

  /**
   * Takes the receiver out of the router.
   *
   * <p>Never waits, and takes no message with it: what no handler has begun with is still in the channel. A handler that is
   * running, with a message it got before, goes on; {@link #ended} tells when it is over.
   *
   * @return a new receiver, usable and movable at once
   * @throws org.ferryipc.core.failure.HandleMovedException if it was removed before
   * @throws org.ferryipc.core.failure.HandleClosedException if it was closed, or its channel has ended
   */
  public final H remove() {
    return course.remove();
  }

  /**
   * Takes the receiver out of the router and closes it; its unread messages are lost, their handles closed. Never waits; a
   * handler that is running goes on. Idempotent.
   */
  @Override
  public final void close() {
    course.closeReceiver();
  }

  /** {@return whether the handler gets the messages that come}; another thread may change that at any time */
  public final boolean isRouted() {
    return course.isRouted();
  }

  /**
   * {@return why no handler will be called again, told when the last call of it has returned} What depends on the stage runs
   * on the thread that ends the route, and must not block.
   */
  public final CompletionStage<RouteEnd> ended() {
    return course.told();
  }

  /** {@return what the router calls it in its reports} */
  @Override
  public final String toString() {
    return name;
  }
}
