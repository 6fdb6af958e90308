package org.ferryipc.examples.wordcount;

import org.ferryipc.core.IpcReceiver;

/**
 * The first and only message on the channel that the worker is started with.
 *
 * @param jobs where all jobs come from; when it ends there are no more
 */
record Start(IpcReceiver<Job> jobs) {}
