/**
 * Channels over {@code SOCK_SEQPACKET} sockets: the ports of the Linux transport.
 *
 * <p>Internal. One message is always one packet, so it arrives whole or not at all, however its sender ends. Send ports are
 * safe for any thread, receive ports for the one that has the turn; nothing is {@code null} unless marked. What does not
 * belong here: the format of frames ({@code frame}), waiting ({@code waiting}), names ({@code doorway}).
 */
@NullMarked
package org.ferryipc.unix.socket;

import org.jspecify.annotations.NullMarked;
