/** Calls through Java interfaces from process to process. */
module org.ferryipc.rpc {
    requires static transitive org.jspecify; // null policy of the signatures, read by tools only
    requires transitive org.ferryipc.core; // two-way ends, peers and doorway options stand in the signatures here

    exports org.ferryipc.rpc; // what a program calls
}
