package org.ferryipc.core.remotememory;

import org.ferryipc.core.MessageName;

/**
 * The message type of both directions of a channel between a {@link RemoteMemoryServer} and a {@link RemoteMemoryReader}, for
 * the calls that make such a channel by its types: {@code IpcProcess.java(Target.class).start(RemoteMemoryMessage.class,
 * RemoteMemoryMessage.class)}. A program sends and receives none itself.
 */
@MessageName("ferry-remote-memory")
public sealed interface RemoteMemoryMessage permits Request, Reply {}
