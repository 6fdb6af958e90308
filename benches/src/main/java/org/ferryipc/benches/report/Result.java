package org.ferryipc.benches.report;

import org.jspecify.annotations.Nullable;

/**
 * One line of {@code results.json}; its members are the record's.
 *
 * @param suite whose benchmark it is: {@code ipc-channel}, {@code floor}
 * @param name the benchmark, with its parameters
 * @param lanes {@code off} or {@code on}
 * @param placement {@code same-thread}, {@code one-core} or {@code two-cores}
 * @param processes how many took part
 * @param read {@code copy} or {@code borrow} where a benchmark has the choice, else null
 * @param value the median
 * @param unit of value and error
 * @param error half the width of the interval of the value
 * @param floor the name of the result of the same run that this one is compared with, or null
 * @param ratio the median of the pairs value / floor, or null
 */
public record Result(
    String suite,
    String name,
    String lanes,
    String placement,
    int processes,
    @Nullable String read,
    double value,
    String unit,
    double error,
    @Nullable String floor,
    @Nullable Double ratio) {}
