package org.ferryipc.receiverset.router;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Handle;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.receiverset.lookout.Lookout;
import org.ferryipc.receiverset.lookout.Tap;

/**
 * Calls handlers with the messages of many receivers.
 *
 * {@snippet :
 * Route<IpcReceiver<Job>> route = Router.shared().route(jobs.receiver(), job -> run(job));
 * route.ended().thenAccept(end -> System.out.println("no more jobs: " + end));
 * }
 *
 * <p><b>Who runs what.</b> One daemon thread waits for all receivers. It runs no handler: each route takes its messages one
 * at a time, on a virtual thread that exists while there are some, or what else {@link RouterOptions#executor} gives. So the
 * messages of one route are handled in order and never two at once; and a handler that blocks, in {@code send} or for ever,
 * stops its own route alone. The next message stays in the channel until the handler has returned, so there is no queue in
 * between that could grow: a slow handler slows its senders down.
 *
 * <p>{@code route} moves a receiver into the router, {@link Route#remove} gives a new one back, from a handler too. A message
 * is the handler's, with its handles; if the handler throws, they are closed, the {@link RouteReporter} is told, and nothing
 * else happens. The same holds for a message that does not decode.
 *
 * <p>A router that nobody closes goes on, whether or not the program still knows it. Its threads are daemons, and keep no
 * process alive.
 */
public final class Router implements AutoCloseable {
  private static final String BY = "a route of a Router";
  private static final EndAccess ENDS = EndAccess.get();

  private final RouterOptions options;
  private final Lookout lookout;
  private final boolean forEver;
  private final Set<Route<?>> routes = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastNumber = new AtomicLong();
  private volatile boolean stopped; // set before the routes are looked through

  /**
   * Makes a router of one's own, with the default options. Its thread starts with the first route; with the first channel
   * between processes it takes two descriptors, until it is closed.
   *
   * @throws IpcException if the system refuses
   */
  public Router() throws IpcException {
    this(RouterOptions.defaults());
  }

  /**
   * As {@link #Router()}.
   *
   * @throws IpcException as there
   */
  public Router(RouterOptions options) throws IpcException {
    this(options, new Lookout(options.threadName()), false);
  }

  private Router(RouterOptions options, Lookout lookout, boolean forEver) {
    this.options = options;
    this.lookout = lookout;
    this.forEver = forEver;
  }

  /** Makes the shared one when it is first asked for. */
  private static final class Shared {
    static final Router ROUTER;

    static {
      try {
        ROUTER = new Router(RouterOptions.defaults(), Lookout.shared(), true);
      } catch (IpcException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /**
   * {@return the process's own router, with the default options} It is never closed: {@link #close} and {@link #stop} throw
   * {@link UnsupportedOperationException}, so that no part of a program can take it from another. Its thread is also the one
   * of the asynchronous adapters.
   */
  public static Router shared() {
    return Shared.ROUTER;
  }

  RouterOptions options() {
    return options;
  }

  /**
   * Has {@code handler} called with each message of {@code receiver}, from those that are queued already until the channel
   * ends.
   *
   * @throws org.ferryipc.core.failure.SerializationException if messages of its type can never be decoded
   * @throws org.ferryipc.core.failure.MalformedMessageException if a peer sent the receiver and it is no channel
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the process has no descriptors left for the router, or
   *     the user no room to watch one more channel ({@code fs.epoll.max_user_watches})
   * @throws org.ferryipc.core.failure.HandleStateException if the receiver is not open or in use, or the router is closed
   * @throws IpcException if the system refuses otherwise; in all cases the receiver is as before
   */
  public <T> Route<IpcReceiver<T>> route(IpcReceiver<T> receiver, RouteHandler<? super T> handler)
      throws IpcException {
    Course<IpcReceiver<T>, T> course = new Course<>(this, lookout, false);
    return begin(course, receiver, handler, joining -> ENDS.gather(receiver, joining, BY));
  }

  /**
   * As {@link #route(IpcReceiver, RouteHandler)}, for bytes; each message is an array of its length.
   *
   * @throws IpcException as there
   */
  public Route<BytesReceiver> route(BytesReceiver receiver, RouteHandler<? super byte[]> handler) throws IpcException {
    Course<BytesReceiver, byte[]> course = new Course<>(this, lookout, false);
    return begin(course, receiver, handler, joining -> ENDS.gather(receiver, joining, BY));
  }

  /**
   * As {@link #route(IpcReceiver, RouteHandler)}, for messages that are decoded later.
   *
   * @throws IpcException as there
   */
  public Route<OpaqueReceiver> route(OpaqueReceiver receiver, RouteHandler<? super OpaqueMessage> handler)
      throws IpcException {
    Course<OpaqueReceiver, OpaqueMessage> course = new Course<>(this, lookout, false);
    return begin(course, receiver, handler, joining -> ENDS.gather(receiver, joining, BY));
  }

  /**
   * As {@link #route(IpcReceiver, RouteHandler)}, for a two-way end; its route sends.
   *
   * @throws IpcException as there
   */
  public <Out, In> DuplexRoute<Out, In> route(Duplex<Out, In> end, DuplexHandler<Out, ? super In> handler)
      throws IpcException {
    // A wildcard cannot stand where the handler is given the route, whose type names In itself.
    @SuppressWarnings("unchecked")
    DuplexHandler<Out, In> calls = (DuplexHandler<Out, In>) handler;
    Course<Duplex<Out, In>, In> course = new Course<>(this, lookout, false);
    DuplexRoute<Out, In> route = new DuplexRoute<>(course, nameFor(end), end.peer());
    begin(course, route, message -> calls.handle(message, route), joining -> ENDS.gather(end, joining, BY));
    return route;
  }

  /**
   * Has {@code handler} called with one message of {@code receiver}, the first that decodes. The receiver is closed before
   * that call, so that nobody goes on sending what would never be read.
   *
   * @throws IpcException as {@link #route(IpcReceiver, RouteHandler)}
   */
  public <T> Route<IpcReceiver<T>> routeOnce(IpcReceiver<T> receiver, RouteHandler<? super T> handler)
      throws IpcException {
    Course<IpcReceiver<T>, T> course = new Course<>(this, lookout, true);
    return begin(course, receiver, handler, joining -> ENDS.gather(receiver, joining, BY));
  }

  /**
   * Has each message of {@code receiver} put into {@code queue}; its handles are then whoever's takes it.
   *
   * <p>While the queue is full the next message waits at its door and all others in the channel, whose senders come to wait;
   * other routes go on. So what the process holds is bounded by the queue's capacity and one message; of a queue without
   * capacity the bound is memory. Nothing is dropped but by {@link #close}, which interrupts a {@code put} that goes on
   * longer than its grace: that message is lost and reported.
   *
   * <p>A queue tells nobody that the channel has ended; {@link Route#ended} does, after the last message is in.
   *
   * @throws IpcException as {@link #route(IpcReceiver, RouteHandler)}
   */
  public <T> Route<IpcReceiver<T>> routeToQueue(IpcReceiver<T> receiver, BlockingQueue<? super T> queue)
      throws IpcException {
    return route(receiver, queue::put);
  }

  private <H extends Handle, T> Route<H> begin(
      Course<H, T> course, H receiver, RouteHandler<? super T> handler, Tap.Moving<H, T> moving) throws IpcException {
    Route<H> route = new Route<>(course, nameFor(receiver));
    begin(course, route, handler, moving);
    return route;
  }

  private <H extends Handle, T> void begin(
      Course<H, T> course, Route<H> route, RouteHandler<? super T> handler, Tap.Moving<H, T> moving)
      throws IpcException {
    routes.add(route); // first, so that who stops the router finds it, or it finds the router stopped
    boolean begun = false;
    try {
      checkOpen();
      course.begin(route, handler, moving);
      begun = true;
    } finally {
      if (!begun) {
        forget(route);
      }
    }
    if (stopped) {
      course.halt();
    }
  }

  private String nameFor(Handle receiver) {
    String kind = receiver.toString();
    return "route " + lastNumber.incrementAndGet() + " of " + kind.substring(0, kind.lastIndexOf('['));
  }

  private void checkOpen() {
    if (stopped) {
      throw new HandleClosedException("this Router");
    }
  }

  void forget(Route<?> route) {
    routes.remove(route);
  }

  /** {@return how many receivers are routed}; one whose route was ended counts until its handler has returned */
  public int size() {
    return routes.size();
  }

  /**
   * Waits until every message that was sent before this call, to a receiver that is routed now, was handled; or until {@code
   * limit} has passed. New messages are handled meanwhile, as ever.
   *
   * @return whether all were handled
   * @throws IllegalStateException in a handler of this router, which would wait for itself
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  public boolean drain(Duration limit) throws InterruptedException {
    if (isInHandler()) {
      throw new IllegalStateException("a handler cannot wait for itself");
    }
    return await(List.copyOf(routes), Deadline.after(limit));
  }

  private static boolean await(List<Route<?>> those, Deadline deadline) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(those.size());
    those.forEach(route -> route.course.whenEmpty(latch));
    return latch.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
  }

  private boolean isInHandler() {
    Route<?> current = Route.current();
    return current != null && current.course.isOf(this);
  }

  /**
   * Ends all routes and leaves their receivers where they are: handlers get no further message, and those that run are
   * waited for, no longer than {@code limit}; in a handler of this router, for none. {@link #close} must follow.
   *
   * @return what was left
   * @throws UnsupportedOperationException for the shared router
   * @throws InterruptedException if the thread is interrupted before or while it waits; the routes have ended
   */
  public Remainder stop(Duration limit) throws InterruptedException {
    halt();
    if (!isInHandler()) {
      boolean unused = await(List.copyOf(routes), Deadline.after(limit));
    }
    return remainder();
  }

  private void halt() {
    if (forEver) {
      throw new UnsupportedOperationException("the shared router is nobody's to close");
    }
    stopped = true;
    routes.forEach(route -> route.course.halt());
  }

  private Remainder remainder() {
    List<Route<?>> handling = new ArrayList<>();
    List<Route<?>> here = new ArrayList<>();
    for (Route<?> route : routes) {
      if (route.course.isHandling()) {
        handling.add(route);
      }
      if (route.course.isReceiverHere()) {
        here.add(route);
      }
    }
    return new Remainder(handling, here);
  }

  /**
   * Ends all routes and closes their receivers; what is unread is lost, its handles closed. {@link #drain} before it handles
   * that first, {@link #stop} gives it back.
   *
   * <p>Waits for handlers that run, no longer than {@link RouterOptions#grace}. Those that go on are interrupted and reported
   * as {@link RouteFailure.LeftRunning}, and not waited for any more. In a handler of this router it neither waits nor
   * interrupts. If the thread is interrupted, waiting ends, and the thread stays interrupted. Idempotent.
   *
   * @throws UnsupportedOperationException for the shared router
   */
  @Override
  public void close() {
    halt();
    boolean inside = isInHandler();
    if (!inside) {
      awaitHandlers();
    }
    List<Route<?>> leftRunning = new ArrayList<>();
    for (Route<?> route : List.copyOf(routes)) {
      if (!inside && route.course.abandon()) {
        leftRunning.add(route);
      }
      route.close();
    }
    lookout.close();
    leftRunning.forEach(route -> route.course.report(new RouteFailure.LeftRunning())); // last: a reporter may close the router
  }

  private void awaitHandlers() {
    try {
      List<Route<?>> those = routes.stream().filter(route -> !route.course.isAbandoned()).toList();
      boolean unused = await(those, Deadline.after(options.grace()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@return the number of routes} */
  @Override
  public String toString() {
    return "Router of " + size();
  }
}
