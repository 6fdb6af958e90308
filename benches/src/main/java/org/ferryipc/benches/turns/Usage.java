package org.ferryipc.benches.turns;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * What the kernel notes of this process while an iteration runs: getrusage(2). Threads of the virtual machine and of JMH
 * count, too; they switch a few dozen times in an iteration, whatever is measured.
 */
public final class Usage implements InternalProfiler {
  static final String SWITCHES = "ferry.switches";
  static final String RESIDENT = "ferry.resident";

  private static final int RUSAGE_SELF = 0;
  // struct rusage of linux/resource.h, 64 bits: two struct timeval, then fourteen longs
  private static final int BYTES = 144;
  private static final int MAXRSS = 32; // KiB
  private static final int NVCSW = 128;
  private static final int NIVCSW = 136;

  private static final MethodHandle GETRUSAGE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("getrusage"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));

  private final MemorySegment usage = Arena.ofAuto().allocate(BYTES, 8);
  private long before;

  /** Called by JMH. */
  public Usage() {}

  @Override
  public String getDescription() {
    return "context switches and resident memory";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    read();
    before = switches();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    read();
    long operations = result.getMetadata() == null ? 0 : result.getMetadata().getAllOps();
    double each = operations == 0 ? Double.NaN : (double) (switches() - before) / operations;
    return List.of(
        new ScalarResult(SWITCHES, each, "switches/op", AggregationPolicy.AVG),
        new ScalarResult(RESIDENT, usage.get(JAVA_LONG, MAXRSS), "KiB", AggregationPolicy.MAX));
  }

  private long switches() {
    return usage.get(JAVA_LONG, NVCSW) + usage.get(JAVA_LONG, NIVCSW);
  }

  private void read() {
    try {
      int result = (int) GETRUSAGE.invokeExact(RUSAGE_SELF, usage);
      if (result != 0) {
        throw new IllegalStateException("getrusage failed");
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
