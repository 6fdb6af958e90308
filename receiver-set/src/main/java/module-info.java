/** Many receivers in one place: sets, routers, and asynchronous adapters. */
module org.ferryipc.receiverset {
    requires static transitive org.jspecify; // null policy of the signatures, read by tools only
    requires transitive org.ferryipc.core; // receivers and messages stand in the signatures here

    exports org.ferryipc.receiverset; // all of it: the package has no other use
    exports org.ferryipc.receiverset.async;
    exports org.ferryipc.receiverset.router;
    exports org.ferryipc.receiverset.select;
}
