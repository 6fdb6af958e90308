package org.ferryipc.benches.calls;

import java.io.IOException;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.benches.floor.NewDescriptor;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;
import org.ferryipc.unix.UnixDescriptors;

/**
 * The process that is called. Its arguments: {@code on} or {@code off} for lanes, and {@code ordered} or {@code concurrent},
 * and where it runs. Threads that it starts are kept there, too.
 */
public final class AdderProcess {
  private static final MessageType<RpcMessage> CALLS = MessageType.of(RpcMessage.class);

  private AdderProcess() {}

  /** Serves the process that started it, until that ends. */
  public static void main(String[] arguments) throws Exception {
    Where.of(arguments[2]).there();
    try (RpcConnection parent =
        Rpc.serve(Adder.class, caller -> new Service())
            .with(Mode.of(arguments[0], arguments[1]))
            .over(Ferry.parent(CALLS, CALLS, DoorwayOptions.of(Mode.channel(arguments[0]))))) {
      parent.await();
    }
  }

  private static final class Service implements Adder {
    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public OwnedFd descriptor() throws IOException {
      return UnixDescriptors.adopt(NewDescriptor.make());
    }
  }
}
