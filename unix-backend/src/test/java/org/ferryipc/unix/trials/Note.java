package org.ferryipc.unix.trials;

/** The smallest message. */
record Note(int number) {}
