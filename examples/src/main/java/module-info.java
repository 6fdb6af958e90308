/** Programs to copy from. */
module org.ferryipc.examples {
    requires static org.jspecify; // null policy of the signatures, read by tools only
    requires org.ferryipc.core; // typed channels
    requires org.ferryipc.unix; // the transport is found, never named; named here so that jlink takes it along

    opens org.ferryipc.examples.wordcount to
        tools.jackson.databind; // messages are records, which the codec reads and makes
}
