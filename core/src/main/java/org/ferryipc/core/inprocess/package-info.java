/**
 * Channels within one process: a bounded queue in memory, for every system, and for tests of what does not need a kernel.
 *
 * <p>Internal: not exported. Safe for any thread; nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.core.inprocess;

import org.jspecify.annotations.NullMarked;
