/** Programs to copy from. */
module org.ferryipc.examples {
    requires static org.jspecify; // null policy of the signatures, read by tools only
    requires org.ferryipc.core; // typed channels
    requires org.ferryipc.receiverset; // many of them in one loop
    requires org.ferryipc.rpc; // calls through interfaces
    requires org.ferryipc.unix; // the transport is found, never named; named here so that jlink takes it along

    // Messages are records, which the codec reads and makes.
    opens org.ferryipc.examples.checksums to
        tools.jackson.databind;
    opens org.ferryipc.examples.logcollector to
        tools.jackson.databind, org.ferryipc.core; // for both codecs
    opens org.ferryipc.examples.wordcount to
        tools.jackson.databind;

    // The interfaces of calls, which proxies implement.
    opens org.ferryipc.examples.filebroker to
        org.ferryipc.rpc;
}
