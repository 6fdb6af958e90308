package org.ferryipc.rpc;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;

/** Calls that last until they are told to end. */
interface Slow {
  /** What a call does on behalf of its caller. */
  @Remote
  interface Step {
    void take();
  }

  int sleep(int value);

  int sleepIo() throws IOException;

  int sleepInterruptibly() throws InterruptedException;

  CompletableFuture<Integer> later();

  IpcReceiver<String> handles(IpcSender<String> sender);

  int quick(int value);

  int step(Step step);

  @OneWay
  void nudge();
}
