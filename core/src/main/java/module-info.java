/** Typed channels, handle ownership, codecs, limits, and the transport SPI; free of any operating system. */
module org.ferryipc.core {
    requires static org.jspecify; // null policy annotations, read by tools only
    requires tools.jackson.core; // token level of the default codec, and its limits
    requires tools.jackson.databind; // records to tokens and back
    requires tools.jackson.dataformat.smile; // the binary form of the default codec
    requires tools.jackson.module.blackbird; // record access without reflection
}
