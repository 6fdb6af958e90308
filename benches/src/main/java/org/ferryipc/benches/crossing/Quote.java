package org.ferryipc.benches.crossing;

/**
 * A record of five fields, as programs send them all day.
 *
 * @param id a number
 * @param price another kind of number
 * @param quantity a small number
 * @param symbol a short text
 * @param last a yes or no
 */
record Quote(long id, double price, int quantity, String symbol, boolean last) {
  static final Quote SOME = new Quote(1_234_567_890_123L, 101.25, 300, "FERRY", true);
}
