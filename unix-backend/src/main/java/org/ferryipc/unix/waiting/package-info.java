/**
 * Waiting for a socket without ever blocking what must not block: interruptible {@code poll} for platform threads, one
 * epoll thread for all virtual ones.
 *
 * <p>Internal. Safe for any thread; nothing is {@code null} unless marked. What does not belong here: what is waited for.
 */
@NullMarked
package org.ferryipc.unix.waiting;

import org.jspecify.annotations.NullMarked;
