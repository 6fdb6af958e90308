package org.ferryipc.rpc;

import org.ferryipc.core.PeerIdentity;

/**
 * Who has connected, for the code that makes its implementation.
 *
 * @param peer what the kernel said of the other process when it connected; empty where nothing is known, as within one
 *     process
 * @param connection the connection; it begins when the implementation is there
 */
public record RpcCaller(PeerIdentity peer, RpcConnection connection) {}
