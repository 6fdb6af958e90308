package org.ferryipc.examples.filebroker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;

/** The worker: opens no file itself. Arguments: names to open; the last is watched until it has changed three times. */
public final class BrokerClient {
  private static final int CHANGES = 3;

  private BrokerClient() {}

  /** Asks the process that started this one. */
  public static void main(String[] names) throws IOException, InterruptedException {
    try (RpcConnection parent = Rpc.over(Ferry.parent(RpcMessage.class, RpcMessage.class))) {
      Broker broker = parent.remote(Broker.class);
      for (String name : names) {
        show(broker, name);
      }
      watch(broker, names[names.length - 1]);
    }
  }

  private static void show(Broker broker, String name) {
    try (OwnedFd file = broker.open(name);
        BufferedReader lines = new BufferedReader(new InputStreamReader(file.inputStream(), StandardCharsets.UTF_8))) {
      System.out.println("worker: " + name + " begins with: " + lines.readLine());
    } catch (IOException e) {
      System.out.println("worker: " + name + ": " + firstLine(e));
    }
  }

  // What was thrown in the broker is told with its frames.
  private static String firstLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static void watch(Broker broker, String name) throws IOException, InterruptedException {
    CountDownLatch changes = new CountDownLatch(CHANGES);
    Broker.Watch watch =
        broker.watch(
            name,
            (changed, bytes) -> {
              System.out.println("worker: " + changed + " has " + bytes + " bytes now");
              changes.countDown();
            });
    try (watch) {
      changes.await();
    }
  }
}
