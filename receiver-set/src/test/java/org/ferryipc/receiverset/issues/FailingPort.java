package org.ferryipc.receiverset.issues;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.waiting.Pollable;

/** The port of a receiver, of which one kind of call ends in an {@code Error} when a test says so, as for want of memory. */
final class FailingPort {
  private final String call;
  private final AtomicInteger failures = new AtomicInteger();

  FailingPort(String call) {
    this.call = call;
  }

  /** Has the next {@code count} calls fail. */
  void fail(int count) {
    failures.set(count);
  }

  /** {@return a receiver with the port of another, which is moved} */
  <T> IpcReceiver<T> under(IpcReceiver<T> receiver, ChannelOptions options) {
    MessageType<T> type = receiver.type();
    Object port = EndAccess.get().detach(receiver, "a test");
    Object failing =
        Proxy.newProxyInstance(
            FailingPort.class.getClassLoader(),
            new Class<?>[] {ReceivePort.class, Pollable.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(call) && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("on purpose, in " + call);
              }
              try {
                return method.invoke(port, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return EndAccess.get().receiver((ReceivePort) failing, type, options);
  }
}
