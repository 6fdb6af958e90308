package org.ferryipc.rpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Resource;

/**
 * Two ends with a relay between them, which hands a number of messages on in each direction and then tears both sides,
 * as the end of a process would: between any two messages, at the same place each time.
 */
final class CutWire implements AutoCloseable {
  final Duplex<String, String> server;
  final Duplex<String, String> client;

  private final DuplexPort toServer;
  private final DuplexPort toClient;
  private final AtomicBoolean cut = new AtomicBoolean();
  private final List<Thread> relays = new ArrayList<>();

  /**
   * A wire.
   *
   * @param toServerFirst how many messages reach the server
   * @param toClientFirst how many messages reach the client
   */
  CutWire(ChannelOptions options, int toServerFirst, int toClientFirst) throws IpcException {
    MessageType<String> any = MessageType.of(String.class);
    DuplexPair<String, String> left = Ferry.duplex(any, any, options);
    DuplexPair<String, String> right = Ferry.duplex(any, any, options);
    this.server = left.left();
    this.client = right.left();
    this.toServer = (DuplexPort) EndAccess.get().detach(left.right(), "a relay");
    this.toClient = (DuplexPort) EndAccess.get().detach(right.right(), "a relay");
    relay(toClient, toServer, toServerFirst);
    relay(toServer, toClient, toClientFirst);
  }

  private void relay(DuplexPort from, DuplexPort to, int count) {
    relays.add(
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    pass(from, to, count);
                  } catch (IpcException | InterruptedException ended) {
                    // One side has gone away: so does the other.
                  }
                  tear();
                }));
  }

  private void pass(DuplexPort from, DuplexPort to, int count) throws IpcException, InterruptedException {
    int left = count;
    while (left > 0 && !cut.get()) {
      switch (from.tryReceive(Limits.DEFAULT)) {
        case Arrival.Nothing n -> from.awaitArrival(Deadline.NEVER, cut::get);
        case Arrival.End end -> {
          return;
        }
        case Incoming message -> {
          left--;
          push(message, to);
        }
      }
    }
  }

  private void push(Incoming message, DuplexPort to) throws IpcException, InterruptedException {
    boolean sent = false;
    try {
      Outgoing out = new Outgoing(message.bytes(), message.offset(), message.length(), 0, message.resources());
      while (!sent && !cut.get()) {
        sent = to.trySend(out);
        if (!sent) {
          to.awaitRoom(Deadline.NEVER, cut::get);
        }
      }
    } finally {
      if (!sent) {
        for (Resource resource : message.resources()) {
          release(resource);
        }
      }
    }
  }

  private void tear() {
    if (cut.compareAndSet(false, true)) {
      toServer.wake();
      toClient.wake();
      release(toServer);
      release(toClient);
    }
  }

  private static void release(Resource resource) {
    try {
      resource.release();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    tear();
    for (Thread relay : relays) {
      relay.join();
    }
  }
}
