package org.ferryipc.benches.pickle;

import java.util.concurrent.CompletableFuture;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;
import org.ferryipc.rpc.RpcOptions;

/** The process that is called. Its arguments: how it reads, whether it has lanes, and where it runs. */
public final class ReflectorProcess {
  private static final MessageType<RpcMessage> CALLS = MessageType.of(RpcMessage.class);

  private ReflectorProcess() {}

  /** Serves the process that started it, until that ends. */
  public static void main(String[] arguments) throws Exception {
    Where.of(arguments[2]).there();
    ChannelOptions channel = Way.of(arguments[0]).options(arguments[1]);
    try (RpcConnection parent =
        Rpc.serve(Reflector.class, caller -> new Service())
            .with(RpcOptions.defaults().withChannel(channel))
            .over(Ferry.parent(CALLS, CALLS, DoorwayOptions.of(channel)))) {
      parent.await();
    }
  }

  private static final class Service implements Reflector {
    @Override
    public Ping reflect(Ping ping) {
      return ping;
    }

    @Override
    public CompletableFuture<Ping> reflectLater(Ping ping) {
      return CompletableFuture.completedFuture(ping);
    }
  }
}
