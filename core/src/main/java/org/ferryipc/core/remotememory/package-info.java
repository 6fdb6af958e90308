/**
 * Reads memory of another process over a channel: {@link org.ferryipc.core.remotememory.RemoteMemoryServer} exports
 * segments, {@link org.ferryipc.core.remotememory.RemoteMemoryReader} reads them through a cache of pages that lives as long
 * as one {@link org.ferryipc.core.remotememory.MemoryOperation operation}.
 *
 * <p>Addresses are those of the process that is read, all 64 bits of them, compared without sign. A server is safe for any
 * thread, a reader is for one thread at a time. Nothing is {@code null} unless marked. What does not belong here: writing, and
 * memory that both processes map ({@link org.ferryipc.core.SharedMemory}).
 */
@NullMarked
package org.ferryipc.core.remotememory;

import org.jspecify.annotations.NullMarked;
