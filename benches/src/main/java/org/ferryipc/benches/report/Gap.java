package org.ferryipc.benches.report;

/**
 * Something that cannot be compared.
 *
 * @param row title of the row
 * @param peer who cannot do it
 * @param why in a few words: {@code no handles}
 */
public record Gap(String row, String peer, String why) {}
