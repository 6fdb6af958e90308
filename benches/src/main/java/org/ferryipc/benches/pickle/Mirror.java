package org.ferryipc.benches.pickle;

import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.IpcException;

/** Sends back the payload of each ping until there is no more. */
public final class Mirror {
  private Mirror() {}

  /** Serves the process that started it. */
  public static void main(String[] arguments) throws Exception {
    Start start;
    try (Duplex<String, Start> parent = Ferry.parent(String.class, Start.class)) {
      start = parent.receive();
    }
    reflect(start);
  }

  static void reflect(Start start) throws IpcException, InterruptedException {
    Setting setting = start.setting();
    setting.where().there();
    var options = setting.options();
    try (IpcSender<Ping> out = start.out().withOptions(options);
        Inbox in = Inbox.of(start.in().withOptions(options), setting)) {
      for (Ping ping = in.next(); ping != null; ping = in.next()) {
        out.send(new Ping(ping.sentAt(), ping.id(), ping.payload()));
      }
    }
  }
}
