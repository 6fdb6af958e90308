package org.ferryipc.benches.encode;

/** What a {@link MetaFrame} refuses, one by one: a caller does something else about each. */
enum PreludeError {
  /** There are no bytes to read. */
  INPUT_NULL,
  /** There are fewer bytes than the prelude, or than it says. */
  INPUT_TOO_SMALL,
  /** The bytes behind the prelude are no such message, or the prelude has something where zeros must be. */
  DECODE_FAILED,
  /** There is nothing to write to. */
  OUTPUT_NULL,
  /** What is to be written does not fit. */
  OUTPUT_TOO_SMALL,
  /** The struct says that there is an address, and there is none. */
  ADDRESS_NULL,
  /** The address is not as long as those of its family. */
  ADDRESS_SIZE_MISMATCH,
  /** The payload is longer than any datagram's. */
  PAYLOAD_TOO_LARGE
}
