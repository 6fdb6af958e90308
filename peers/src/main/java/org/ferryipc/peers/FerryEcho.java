package org.ferryipc.peers;

import java.io.IOException;
import org.ferryipc.benches.floor.NewDescriptor;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.UnixDescriptors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a record cost that goes to another process and back by Ferry, alone or with a descriptor? */
@State(Scope.Thread)
public class FerryEcho {
  /** What goes to and fro. The descriptor is null where it is not the matter. */
  public record Parcel(Note note, @org.jspecify.annotations.Nullable OwnedFd descriptor) {}

  private static final MessageType<Note> NOTE = MessageType.of(Note.class);
  private static final MessageType<Parcel> PARCEL = MessageType.of(Parcel.class);

  /** Whether there are lanes. */
  @Param({"off", "on"})
  public String lanes = "off";

  /** Whether a descriptor travels along. */
  @Param({"note", "parcel"})
  public String what = "note";

  private final Note note = Note.any();
  private @org.jspecify.annotations.Nullable OwnedFd descriptor;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<?, ?> child;

  @SuppressWarnings("NullAway.Init") // by open
  private Duplex<Note, Note> notes;

  @SuppressWarnings("NullAway.Init") // by open
  private Duplex<Parcel, Parcel> parcels;

  private static DoorwayOptions options(String lanes) {
    ChannelOptions channel = Lanes.of(lanes);
    return DoorwayOptions.of(channel);
  }

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    var launch = IpcProcess.java(Echo.class, lanes, what).options(options(lanes));
    if (what.equals("note")) {
      var process = launch.start(NOTE, NOTE);
      child = process;
      notes = process.accept();
    } else {
      var process = launch.start(PARCEL, PARCEL);
      child = process;
      parcels = process.accept();
      descriptor = UnixDescriptors.adopt(NewDescriptor.make());
    }
  }

  /** Sends a record, and waits for it. */
  @Benchmark
  public Note note() throws IpcException, InterruptedException {
    notes.send(note);
    return notes.receive();
  }

  /** Sends a record with a descriptor, and waits for both. */
  @Benchmark
  public Parcel parcel() throws IpcException, InterruptedException {
    parcels.send(new Parcel(note, descriptor));
    Parcel back = parcels.receive();
    descriptor = back.descriptor();
    return back;
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    if (notes != null) {
      notes.close();
    }
    if (parcels != null) {
      parcels.close();
    }
    if (descriptor != null) {
      descriptor.close();
    }
    int unused = child.process().waitFor();
    child.close();
  }

  /** Sends everything back. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws IpcException, InterruptedException {
      try {
        if (arguments[1].equals("note")) {
          echo(Ferry.parent(NOTE, NOTE, options(arguments[0])));
        } else {
          echo(Ferry.parent(PARCEL, PARCEL, options(arguments[0])));
        }
      } catch (DisconnectedException over) {
        // as it should
      }
    }

    private static <T> void echo(Duplex<T, T> line) throws IpcException, InterruptedException {
      try (line) {
        while (true) {
          line.send(line.receive());
        }
      }
    }
  }
}
