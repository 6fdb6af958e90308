package org.ferryipc.examples.logcollector;

/** The collector's only word to a worker: end your logs, then yourself. */
record Stop() {}
