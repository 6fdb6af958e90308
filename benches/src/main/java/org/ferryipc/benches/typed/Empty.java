package org.ferryipc.benches.typed;

/** The smallest message. */
public record Empty() {}
