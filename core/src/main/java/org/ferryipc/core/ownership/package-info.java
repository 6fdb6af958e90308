/**
 * The state machine of every handle: who owns a descriptor now, and what may still happen to it.
 *
 * <p>Internal: exported to Ferry's own modules only. It knows nothing of codecs, messages or the operating system; what is
 * owned is a {@link org.ferryipc.core.transport.Resource}, and of channels it knows only that one that sends may be closed
 * with a reason. All types are safe for any thread; nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.core.ownership;

import org.jspecify.annotations.NullMarked;
