package org.ferryipc.receiverset.broken;

/** Stands for a class of a module above core; see {@code org.ferryipc.core.broken.ReachesUp}. */
public final class Above {}
