/** Typed channels, handle ownership, codecs, limits, and the transport SPI; free of any operating system. */
module org.ferryipc.core {
    requires static transitive org.jspecify; // null policy of the signatures, read by tools only
    requires tools.jackson.core; // token level of the default codec, and its limits
    requires tools.jackson.databind; // records to tokens and back
    requires tools.jackson.dataformat.smile; // the binary form of the default codec
    requires tools.jackson.module.blackbird; // record access without reflection

    exports org.ferryipc.core;
    exports org.ferryipc.core.codec;
    exports org.ferryipc.core.doorway;
    exports org.ferryipc.core.encode;
    exports org.ferryipc.core.failure;
    exports org.ferryipc.core.pickle;
    exports org.ferryipc.core.remotememory;
    exports org.ferryipc.core.region to
        org.ferryipc.unix; // which regions are kept is decided here, where their memory comes from is the backend's
    exports org.ferryipc.core.transport to
        org.ferryipc.unix, org.ferryipc.receiverset, org.ferryipc.rpc; // the SPI: Ferry's own modules only
    exports org.ferryipc.core.ownership to
        org.ferryipc.unix, org.ferryipc.receiverset, org.ferryipc.rpc; // close failures and live counts are reported in one place

    opens org.ferryipc.core.smile to
        tools.jackson.databind; // every mapper that meets a handle makes our (de)serializer, which then refuses

    uses org.ferryipc.core.transport.Transport; // a backend is found, never named
}
