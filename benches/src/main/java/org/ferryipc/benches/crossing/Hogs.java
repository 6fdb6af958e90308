package org.ferryipc.benches.crossing;

import java.io.IOException;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.large.Processors;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;

/** A process that keeps all processors busy, from {@link #begin} to {@link #pause}: only while its benchmark has the turn. */
public final class Hogs implements AutoCloseable {
  private static final MessageType<Boolean> BUSY = MessageType.of(Boolean.class);
  // Who is told to sleep must not wait spinning for the next word.
  private static final DoorwayOptions OPTIONS = DoorwayOptions.of(Lanes.SOCKET);

  private final IpcProcess<Boolean, Boolean> child;
  private final Duplex<Boolean, Boolean> line;

  private Hogs(IpcProcess<Boolean, Boolean> child) throws IpcException, InterruptedException {
    this.child = child;
    this.line = child.accept();
  }

  /** Starts the process, which sleeps at first. */
  public static Hogs start() throws IOException, InterruptedException {
    return new Hogs(IpcProcess.java(HogProcess.class).options(OPTIONS).start(BUSY, BUSY));
  }

  /** Keeps the processors busy from now on. */
  public void begin() throws IpcException, InterruptedException {
    tell(true);
  }

  /** Lets go of them. */
  public void pause() throws IpcException, InterruptedException {
    tell(false);
  }

  private void tell(boolean busy) throws IpcException, InterruptedException {
    line.send(busy);
    boolean unused = line.receive();
  }

  /** Ends the process. */
  @Override
  public void close() {
    child.close();
  }

  /** The process. */
  static final class HogProcess {
    private static volatile boolean busy;

    private HogProcess() {}

    public static void main(String[] arguments) throws IpcException, InterruptedException {
      try (Duplex<Boolean, Boolean> parent = Ferry.parent(BUSY, BUSY, OPTIONS)) {
        while (true) {
          boolean wanted = parent.receive();
          if (wanted && !busy) {
            busy = true;
            for (int i = 0; i < Processors.count(); i++) {
              int processor = i;
              Thread unused = Thread.ofPlatform().daemon().start(() -> work(processor));
            }
          }
          busy = wanted;
          parent.send(wanted);
        }
      } catch (DisconnectedException over) {
        // The benchmark has ended.
      }
    }

    private static void work(int processor) {
      Processors.pin(processor);
      long number = processor;
      while (busy) {
        number = number * 31 + 1;
      }
    }
  }
}
