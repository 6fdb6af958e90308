package org.ferryipc.benches.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.large.Processors;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does it cost to send shared memory to and fro, every byte of which is changed at each hop? */
@State(Scope.Thread)
public class PingPongMemory {
  private static final MessageType<SharedMemory> MEMORY = MessageType.of(SharedMemory.class);

  /** The memory's length. */
  @Param("4194304")
  public int bytes = 4 << 20;

  /** How often it is changed in an operation, by one side and the other in turn. */
  @Param({"100", "125"})
  public int hops = 100;

  /** Whether it is changed in place or written anew. */
  @Param({"IN_PLACE", "COPIED"})
  public String way = "IN_PLACE";

  /** Whether the channels have lanes; messages with memory in them never go by one. */
  @Param({"off", "on"})
  public String lanes = "off";

  private Hops kind = Hops.IN_PLACE;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<SharedMemory> there;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<SharedMemory> back;

  @SuppressWarnings("NullAway.Init") // by open
  private Thread partner;

  private volatile @Nullable Throwable failure;

  /** Starts the other thread. */
  @Setup
  public void open() throws IpcException {
    kind = Hops.valueOf(way);
    there = Ferry.channel(MEMORY, Lanes.of(lanes));
    back = Ferry.channel(MEMORY, Lanes.of(lanes));
    Processors.pin(0);
    partner = Thread.ofPlatform().daemon().name("partner").start(this::answer);
  }

  private void answer() {
    Processors.pin(1);
    try (var in = there.receiver();
        var out = back.sender()) {
      while (true) {
        out.send(kind.hop(in.receive()));
      }
    } catch (DisconnectedException over) {
      // as it should
    } catch (IpcException | InterruptedException | RuntimeException e) {
      failure = e;
    }
  }

  /** Changes the memory as often as asked; it is at home in the end. */
  @Benchmark
  public byte pingPong() throws IpcException, InterruptedException {
    SharedMemory memory = kind.begin(bytes);
    int done = 0;
    while (done < hops) {
      memory = kind.hop(memory);
      done++;
      if (done < hops) {
        there.sender().send(memory);
        memory = back.receiver().receive();
        done++;
      }
    }
    byte last = memory.segment().get(JAVA_BYTE, bytes - 1L);
    memory.close();
    if (last != (byte) hops) {
      throw new IllegalStateException("changed " + last + " times");
    }
    return last;
  }

  /** Ends the other thread. */
  @TearDown
  public void close() throws InterruptedException {
    there.sender().close();
    partner.join();
    back.receiver().close();
    Throwable e = failure;
    if (e != null) {
      throw new IllegalStateException("the partner failed", e);
    }
  }
}
