/**
 * The state machine of every handle: who owns a descriptor now, and what may still happen to it.
 *
 * <p>Internal: not exported. It knows nothing of channels, codecs or the operating system; what is owned is a {@link
 * org.ferryipc.core.transport.Resource}. All types are safe for any thread; nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.core.ownership;

import org.jspecify.annotations.NullMarked;
