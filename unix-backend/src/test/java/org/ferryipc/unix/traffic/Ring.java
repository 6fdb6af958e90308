package org.ferryipc.unix.traffic;

/** The size of all rings that are made until it is closed. */
final class Ring implements AutoCloseable {
  private static final String PROPERTY = "ferry.lanes.ring";

  Ring(int bytes) {
    System.setProperty(PROPERTY, Integer.toString(bytes));
  }

  @Override
  public void close() {
    System.clearProperty(PROPERTY);
  }
}
