package org.ferryipc.benches.pickle;

import java.io.IOException;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/** The side that sends first, and what ends the other one. */
final class Sides implements AutoCloseable {
  private static final MessageType<Ping> PING = MessageType.of(Ping.class);

  private final IpcSender<Ping> out;
  private final Inbox in;
  private final @Nullable IpcProcess<Start, String> process;
  private final @Nullable Thread thread;
  private int id;

  private Sides(
      IpcSender<Ping> out, Inbox in, @Nullable IpcProcess<Start, String> process, @Nullable Thread thread) {
    this.out = out;
    this.in = in;
    this.process = process;
    this.thread = thread;
  }

  /** {@return sides of which the other is a thread of this process, if it is to be one} */
  static Sides open(Setting setting, boolean oneProcess) throws IOException, InterruptedException {
    setting.where().here();
    IpcChannel<Ping> there = Ferry.channel(PING, setting.options());
    IpcChannel<Ping> back = Ferry.channel(PING, setting.options());
    Start start = new Start(there.receiver(), back.sender(), setting);
    IpcProcess<Start, String> process = null;
    Thread thread = null;
    if (oneProcess) {
      thread = Thread.ofPlatform().name("mirror").daemon().start(() -> reflect(start));
    } else {
      process = IpcProcess.java(Mirror.class).start(Start.class, String.class);
      try (Duplex<Start, String> child = process.accept()) {
        child.send(start);
      }
    }
    return new Sides(there.sender(), Inbox.of(back.receiver(), setting), process, thread);
  }

  private static void reflect(Start start) {
    try {
      Mirror.reflect(start);
    } catch (IpcException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return the reflection of a payload}; good until the next one */
  Ping roundTrip(CharSequence payload) throws IpcException, InterruptedException {
    int sent = id++;
    out.send(new Ping(System.nanoTime(), sent, payload));
    Ping got = in.next();
    if (got == null || got.id() != sent || got.payload().length() != payload.length()) {
      throw new IllegalStateException("sent ping " + sent + " of " + payload.length() + " chars, got " + got);
    }
    return got;
  }

  /** Ends both. */
  @Override
  public void close() throws InterruptedException {
    out.close();
    in.close();
    if (process != null) {
      process.close();
    }
    if (thread != null) {
      thread.join();
    }
  }
}
