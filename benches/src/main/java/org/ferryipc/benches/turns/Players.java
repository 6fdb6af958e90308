package org.ferryipc.benches.turns;

/**
 * Who takes turns in one set of virtual machines.
 *
 * @param count how many there are
 * @param partners whether each of them starts another process
 */
public record Players(int count, boolean partners) {}
