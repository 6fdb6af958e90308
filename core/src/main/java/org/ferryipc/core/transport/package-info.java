/**
 * What a transport provides: ports (the raw ends of channels), raw descriptors and memory, and a doorway.
 *
 * <p>Exported to Ferry's own modules only. A transport moves bytes and {@linkplain
 * org.ferryipc.core.transport.Resource resources}; it knows no types, codecs or handles. Nothing here blocks unless its
 * name begins with {@code await}. Nothing is {@code null} unless marked. What does not belong here: anything a user of
 * channels would name.
 */
@NullMarked
package org.ferryipc.core.transport;

import org.jspecify.annotations.NullMarked;
