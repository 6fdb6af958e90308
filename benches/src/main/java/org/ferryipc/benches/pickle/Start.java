package org.ferryipc.benches.pickle;

import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;

/**
 * What the other process is given.
 *
 * @param in where pings come from
 * @param out where they go back
 * @param setting how
 */
record Start(IpcReceiver<Ping> in, IpcSender<Ping> out, Setting setting) {}
