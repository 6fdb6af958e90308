package org.ferryipc.examples.wordcount;

import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;

/**
 * One file to be counted.
 *
 * @param name a label for the result; the worker opens nothing by it
 * @param input the open file: once the job is sent, the worker's alone
 * @param reply where the result goes
 */
record Job(String name, OwnedFd input, IpcSender<Result> reply) {}
