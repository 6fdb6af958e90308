/**
 * A broker of files: a worker that may open nothing itself, since it runs as another user, asks for files by name, and
 * gets their descriptors if a policy allows it; and it hears of changes while it watches one.
 *
 * <p>{@link org.ferryipc.examples.filebroker.FileBroker} is the broker, {@link
 * org.ferryipc.examples.filebroker.BrokerClient} the worker, {@link org.ferryipc.examples.filebroker.Broker} what is
 * between them. Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.examples.filebroker;

import org.jspecify.annotations.NullMarked;
