package org.ferryipc.benches.report;

/**
 * What an operation cost beside time, in the process that measured.
 *
 * @param row title of the row to which it belongs
 * @param name whose it is: the row's title, or a floor's name
 * @param allocated bytes allocated in its virtual machine
 * @param switches how often a thread of it gave up its processor, or lost it
 * @param residentKiB the most memory that was resident at one time, in KiB
 * @param calls its system calls, of the thread that measured, by name; empty if they were not counted
 */
public record Counts(String row, String name, Estimate allocated, Estimate switches, Estimate residentKiB, String calls) {}
