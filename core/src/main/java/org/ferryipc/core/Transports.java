package org.ferryipc.core;

import java.util.Optional;
import java.util.ServiceLoader;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.inprocess.InProcessTransport;
import org.ferryipc.core.transport.Transport;

/** Finds the transport for a {@link Reach}; once per process. */
final class Transports {
  static final Transport PROCESS = new InProcessTransport();

  private Transports() {}

  static Transport of(Reach reach) throws TransportException {
    return switch (reach) {
      case PROCESS -> PROCESS;
      case MACHINE -> machine();
    };
  }

  static Transport machine() throws TransportException {
    Found found = Found.ONCE;
    Transport transport = found.transport();
    if (transport == null) {
      throw new TransportException(found.why(), null);
    }
    return transport;
  }

  private record Found(@org.jspecify.annotations.Nullable Transport transport, String why) {
    static final Found ONCE = find();

    private static Found find() {
      String why =
          "no transport between processes was found: add org.ferryipc:ferry-unix to the class path or module path";
      for (Transport candidate : ServiceLoader.load(Transport.class, Transport.class.getClassLoader())) {
        Optional<String> reason = candidate.unsupported();
        if (reason.isEmpty()) {
          return new Found(candidate, "");
        }
        why = reason.get();
      }
      return new Found(null, why + "; channels within this process work with Reach.PROCESS");
    }
  }
}
