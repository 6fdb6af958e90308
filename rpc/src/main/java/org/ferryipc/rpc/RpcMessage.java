package org.ferryipc.rpc;

import org.ferryipc.core.MessageName;

/**
 * The message type of two-way channels that calls are to travel on, for the calls that make such a channel by its
 * types: {@code IpcProcess.java(Main.class).start(RpcMessage.class, RpcMessage.class)}. There are no values of it
 * outside.
 */
@MessageName("ferry-rpc")
public sealed interface RpcMessage permits Frame {}
