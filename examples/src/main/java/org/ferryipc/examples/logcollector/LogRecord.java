package org.ferryipc.examples.logcollector;

/**
 * One line of a log.
 *
 * @param number its place in its channel, from 0
 * @param nanos when it was written, as of the worker's {@link System#nanoTime}
 * @param text what happened
 */
record LogRecord(long number, long nanos, String text) {}
