package org.ferryipc.benches.pickle;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.router.Router;
import org.jspecify.annotations.Nullable;

/** Where one side's pings arrive. Used by one thread. */
interface Inbox extends AutoCloseable {
  /** {@return the next ping}, which is good until the call after it; null at the end */
  @Nullable Ping next() throws IpcException, InterruptedException;

  @Override
  void close();

  static Inbox of(IpcReceiver<Ping> receiver, Setting setting) throws IpcException {
    return setting.proxy() ? new Proxy(receiver) : new Direct(receiver);
  }

  /** The thread that wants a ping receives it. */
  final class Direct implements Inbox {
    private final IpcReceiver<Ping> receiver;
    private @Nullable Delivery<Ping> last;

    Direct(IpcReceiver<Ping> receiver) {
      this.receiver = receiver;
    }

    @Override
    public @Nullable Ping next() throws IpcException, InterruptedException {
      release();
      try {
        Delivery<Ping> delivery = receiver.take();
        last = delivery;
        return delivery.value();
      } catch (DisconnectedException end) {
        return null;
      }
    }

    private void release() {
      Delivery<Ping> delivery = last;
      if (delivery != null) {
        delivery.close();
      }
    }

    @Override
    public void close() {
      release();
      receiver.close();
    }
  }

  /** A router receives, and a queue leads to who wants a ping. */
  final class Proxy implements Inbox {
    private static final Ping END = new Ping(0, -1, "");

    private final BlockingQueue<Ping> queue = new LinkedBlockingQueue<>();
    private final Router router;

    Proxy(IpcReceiver<Ping> receiver) throws IpcException {
      router = new Router();
      Object unused = router.routeToQueue(receiver, queue).ended().thenRun(() -> queue.add(END));
    }

    @Override
    public @Nullable Ping next() throws InterruptedException {
      Ping ping = queue.take();
      return ping == END ? null : ping;
    }

    @Override
    public void close() {
      router.close();
    }
  }
}
