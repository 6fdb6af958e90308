/**
 * How processes meet: names to connect to, who is let in, and child processes.
 *
 * <p><b>Names.</b> A name is a path in the file system (relative ones are taken from this process's working directory),
 * or {@code @} and a text for a name in the abstract namespace, which has no permissions and can be listed by every user
 * of the machine. Without a name the server makes up a fresh path in a directory of its own that others cannot guess.
 * Between ends of {@link org.ferryipc.core.Reach#PROCESS} a name is any text, known in this process only. A path has at
 * most 107 bytes (those of its encoded form, not characters); that is the kernel's limit for sockets.
 *
 * <p><b>Meeting.</b> Before a channel exists both sides check by the kernel's word who the other is, and compare what
 * they speak: shape, codec, and the {@linkplain org.ferryipc.core.MessageType#name names} of the messages. Whoever fails
 * is turned away with {@link org.ferryipc.core.failure.RefusedException} and uses up nothing.
 *
 * <p>Servers and {@link org.ferryipc.core.doorway.IpcProcess} may be used by any thread; an {@link
 * org.ferryipc.core.doorway.IpcLaunch} by one at a time. Nothing is {@code null} unless marked. Clients are in {@link
 * org.ferryipc.core.Ferry}. What does not belong here: anything about a channel after both sides have it.
 */
@NullMarked
package org.ferryipc.core.doorway;

import org.jspecify.annotations.NullMarked;
