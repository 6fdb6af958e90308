package org.ferryipc.core;

/**
 * What the regions of a sending end hold now, and what was done with them since it was made.
 *
 * @param taken how often a region was taken, for a large message or a loan
 * @param reused how often one was empty and had its memory still: no system call was made then
 * @param commits how often memory was put behind a region: a system call each
 * @param givenBack how often the memory of one was given back to the system: a system call each
 * @param systemNanos how long all these calls took
 * @param committedBytes the memory behind all regions
 * @param emptyBytes the part of it that is behind empty ones
 * @param peakBytes the most that {@code committedBytes} ever was
 * @param out how many regions have a message that is under way or in the receiver's hands, as far as was looked
 */
public record RegionFigures(
    long taken,
    long reused,
    long commits,
    long givenBack,
    long systemNanos,
    long committedBytes,
    long emptyBytes,
    long peakBytes,
    int out) {

  /** Of an end that has had no region yet. */
  public static final RegionFigures NONE = new RegionFigures(0, 0, 0, 0, 0, 0, 0, 0, 0);
}
