/**
 * Where the parts of the Linux backend come together as the transport that core finds.
 *
 * <p>Internal. Safe for any thread; nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.unix.transport;

import org.jspecify.annotations.NullMarked;
