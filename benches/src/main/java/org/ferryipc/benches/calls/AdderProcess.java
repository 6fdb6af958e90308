package org.ferryipc.benches.calls;

import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;
import org.ferryipc.rpc.RpcOptions;

/** The process that is called: adds in order, on the thread that receives. */
public final class AdderProcess {
  private static final MessageType<RpcMessage> CALLS = MessageType.of(RpcMessage.class);

  private AdderProcess() {}

  /** Serves the process that started it, until that ends. */
  public static void main(String[] arguments) throws Exception {
    RpcOptions options = RpcOptions.defaults().withChannel(Ends.SOCKET);
    try (RpcConnection parent =
        Rpc.serve(Adder.class, caller -> Integer::sum)
            .with(options)
            .over(Ferry.parent(CALLS, CALLS, DoorwayOptions.of(Ends.SOCKET)))) {
      parent.await();
    }
  }
}
