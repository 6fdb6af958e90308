/**
 * Sealed memory files: shared memory that users hold, and the files in which large payloads travel.
 *
 * <p>Internal. Nothing of a peer's file is read or mapped before its seals and kind were checked. Nothing is {@code null}
 * unless marked.
 */
@NullMarked
package org.ferryipc.unix.region;

import org.jspecify.annotations.NullMarked;
