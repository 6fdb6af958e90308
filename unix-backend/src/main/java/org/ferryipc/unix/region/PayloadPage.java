package org.ferryipc.unix.region;

/**
 * The first page of a {@link PayloadFile}. Numbers are in the machine's byte order: {@code generation} u64 of the sender, {@code
 * done} u64 of the receiver, the generation that it has read.
 */
final class PayloadPage {
  /** Where the payload begins: a page, so that a copy of it is aligned. */
  static final int BYTES = 4096;

  static final long GENERATION_AT = 0;
  static final long DONE_AT = 8;

  private PayloadPage() {}
}
