package org.ferryipc.receiverset.trials;

/** A message with a number. */
record Note(long number) {}
