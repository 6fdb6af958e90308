package org.ferryipc.benches.report;

/**
 * How long a message of one size took.
 *
 * @param chart names of rows that differ by size alone begin with it
 * @param series what is drawn as one line: the row without or with lanes, or one of its floors
 * @param bytes the size
 * @param nanos the time of an operation
 */
public record SizePoint(String chart, String series, long bytes, double nanos) {}
