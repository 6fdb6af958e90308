/** The Linux transport: sockets, descriptor conversions, and the doorway through which processes meet. */
module org.ferryipc.unix {
    requires static transitive org.jspecify; // null policy of the signatures, read by tools only
    requires transitive org.ferryipc.core; // handles and channels stand in the signatures here
    requires org.newsclub.net.unix; // junixsocket: doorway addresses, credentials, JDK objects from descriptors
    requires com.kohlschutter.junixsocket.nativecommon; // its native library; nothing else pulls it onto the module path

    exports org.ferryipc.unix; // descriptor numbers, for code that calls the system itself

    provides org.ferryipc.core.transport.Transport with
        org.ferryipc.unix.transport.LinuxTransport;
}
