/**
 * A log collector: many processes write records into many channels, and one thread of another reads them all.
 *
 * <p>{@link org.ferryipc.examples.logcollector.CollectLogs} is the collector. Each {@link
 * org.ferryipc.examples.logcollector.LogWorker} opens and ends channels as it likes: it moves the receiving end of each to
 * the collector, whose {@link org.ferryipc.receiverset.ReceiverSet} takes it in. Now and then a worker is killed and another
 * takes its place. In the end {@link org.ferryipc.examples.logcollector.Ledger} compares what arrived with what each worker
 * was told had been sent; that stands in {@link org.ferryipc.examples.logcollector.Told memory} which outlives the worker.
 *
 * <p>Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.examples.logcollector;

import org.jspecify.annotations.NullMarked;
