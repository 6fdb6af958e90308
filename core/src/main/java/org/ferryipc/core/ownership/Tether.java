package org.ferryipc.core.ownership;

/**
 * Held by each handle of one group; when it becomes unreachable the whole group has been lost. It holds nothing itself,
 * because whatever the cleanup net can reach must not reach it.
 */
public final class Tether {
  Tether() {}
}
