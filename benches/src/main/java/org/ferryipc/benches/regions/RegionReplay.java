package org.ferryipc.benches.regions;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.RegionFigures;
import org.jspecify.annotations.Nullable;

/**
 * Replays a real program's loans over its channels with rings of different sizes, and prints a table: how many system calls the pool
 * made, how long they took, the most memory there was, and how long a loan took. Each figure is the median of three runs.
 *
 * <p>Messages are written, sent, received and released in the order in which the program did so, in one thread, as fast as it
 * goes. A channel ends with the last that was done on it, as the program's did.
 */
public final class RegionReplay {
  private static final int[] RINGS = {0, 1, 16, 126, 127, 128, 1024};
  private static final List<String> RECORDED = List.of("logs", "checksums");
  private static final int RUNS = 3;
  private static final int WARM_UPS = 2;
  private static final int KIB = 1024;
  private static final double MILLION = 1e6;

  private final Trace trace;
  private final int[] last; // by channel, the index of its last event
  private final MemorySegment content;
  private final @Nullable LoanedMessage[] lent;
  private final @Nullable ReceivedLoan[] received;

  private RegionReplay(Trace trace) {
    this.trace = trace;
    this.last = new int[trace.channels()];
    for (int at = 0; at < trace.events().size(); at++) {
      last[trace.events().get(at).channel()] = at;
    }
    this.lent = new LoanedMessage[trace.uses() + 1];
    this.received = new ReceivedLoan[trace.uses() + 1];
    int longest = trace.events().stream().mapToInt(Trace.Event::bytes).max().orElse(0);
    this.content = Arena.global().allocate(longest, Long.BYTES).fill((byte) 1);
  }

  /** One run's figures, of all channels together. */
  private record Run(long loans, long calls, long systemNanos, long peakBytes, long[] loanNanos) {

    long percentile(double share) {
      return loanNanos[(int) Math.min(loanNanos.length - 1L, (long) (loanNanos.length * share))];
    }
  }

  /** Replays the trace in the file that the only argument names, or those that come with the benchmark. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 0) {
      for (String recorded : RECORDED) {
        System.out.println(recorded);
        new RegionReplay(Trace.recorded(recorded)).table();
      }
    } else {
      new RegionReplay(Trace.read(Path.of(arguments[0]))).table();
    }
  }

  private void table() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      for (int ring : RINGS) {
        Run unused = run(ring);
      }
    }
    List<List<Run>> all = new ArrayList<>();
    for (int ring = 0; ring < RINGS.length; ring++) {
      all.add(new ArrayList<>());
    }
    for (int i = 0; i < RUNS; i++) {
      for (int ring = 0; ring < RINGS.length; ring++) {
        all.get(ring).add(run(RINGS[ring]));
      }
    }
    System.out.println(
        "| ring | loans | system calls | their time, ms | peak committed, KiB | loan p50, µs | p99 | p99.9 | longest |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (int ring = 0; ring < RINGS.length; ring++) {
      print(RINGS[ring], all.get(ring));
    }
  }

  private static void print(int ring, List<Run> runs) {
    System.out.printf(
        "| %d | %,d | %,d | %.2f | %,d | %.1f | %.1f | %.1f | %.1f |%n",
        ring,
        median(runs, Run::loans),
        median(runs, Run::calls),
        median(runs, Run::systemNanos) / MILLION,
        median(runs, Run::peakBytes) / KIB,
        median(runs, run -> run.percentile(0.5)) / 1e3,
        median(runs, run -> run.percentile(0.99)) / 1e3,
        median(runs, run -> run.percentile(0.999)) / 1e3,
        median(runs, run -> run.percentile(1)) / 1e3);
  }

  private static long median(List<Run> runs, ToLongFunction<Run> figure) {
    return runs.stream().map(figure::applyAsLong).sorted(Comparator.naturalOrder()).toList().get(runs.size() / 2);
  }

  /** The channels of one run, and what their pools did. */
  private static final class Channels implements AutoCloseable {
    private final int ring;
    private final @Nullable BytesChannel[] open;
    private final long[] committed;
    private long loans;
    private long calls;
    private long systemNanos;
    private long now;
    private long peak;

    Channels(int count, int ring) {
      this.ring = ring;
      this.open = new BytesChannel[count];
      this.committed = new long[count];
    }

    BytesChannel at(int channel) throws IOException {
      BytesChannel present = open[channel];
      if (present == null) {
        present = Ferry.bytes(Lanes.SOCKET);
        present.sender().regions().resize(ring);
        open[channel] = present;
      }
      return present;
    }

    void count(int channel) {
      BytesChannel present = open[channel];
      if (present != null) {
        hold(channel, present.sender().regions().figures().committedBytes());
      }
    }

    private void hold(int channel, long bytes) {
      now += bytes - committed[channel];
      committed[channel] = bytes;
      peak = Math.max(peak, now);
    }

    void end(int channel) {
      BytesChannel present = open[channel];
      if (present != null) {
        RegionFigures figures = present.sender().regions().figures();
        loans += figures.taken();
        calls += figures.commits() + figures.givenBack();
        systemNanos += figures.systemNanos();
        hold(channel, 0);
        present.close();
        open[channel] = null;
      }
    }

    @Override
    public void close() {
      for (int channel = 0; channel < open.length; channel++) {
        end(channel);
      }
    }
  }

  private Run run(int ring) throws IOException, InterruptedException {
    long[] nanos = new long[trace.uses()];
    int loans = 0;
    int at = 0;
    try (Channels channels = new Channels(trace.channels(), ring)) {
      for (Trace.Event event : trace.events()) {
        int use = event.use();
        BytesChannel channel = channels.at(event.channel());
        switch (event.kind()) {
          case TAKE -> {
            long begun = System.nanoTime();
            LoanedMessage message = channel.sender().loan(event.bytes());
            nanos[loans++] = System.nanoTime() - begun;
            MemorySegment.copy(content, 0, message.segment(), 0, event.bytes());
            lent[use] = message;
          }
          case SENT -> {
            LoanedMessage message = lent[use];
            if (message != null) {
              message.send();
              lent[use] = null;
              received[use] = channel.receiver().takeLoaned();
            }
          }
          case UNSENT -> close(lent, use);
          case RELEASED -> close(received, use);
        }
        channels.count(event.channel());
        if (at++ == last[event.channel()]) {
          closeAll(event.channel());
          channels.end(event.channel());
        }
      }
      channels.close();
      long[] sorted = Arrays.copyOf(nanos, loans);
      Arrays.sort(sorted);
      return new Run(channels.loans, channels.calls, channels.systemNanos, channels.peak, sorted);
    }
  }

  private void closeAll(int channel) {
    for (Trace.Event event : trace.events()) {
      if (event.channel() == channel) {
        close(lent, event.use());
        close(received, event.use());
      }
    }
  }

  private static void close(@Nullable LoanedMessage[] all, int use) {
    LoanedMessage message = all[use];
    if (message != null) {
      message.close();
      all[use] = null;
    }
  }

  private static void close(@Nullable ReceivedLoan[] all, int use) {
    ReceivedLoan message = all[use];
    if (message != null) {
      message.close();
      all[use] = null;
    }
  }
}
