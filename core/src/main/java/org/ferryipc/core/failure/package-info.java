/**
 * The errors of Ferry.
 *
 * <p>Expected outcomes are values ({@link org.ferryipc.core.Received}); what lies here is thrown. {@link
 * org.ferryipc.core.failure.IpcException} is the checked tree, for what the peer, the kernel or a message did; {@link
 * org.ferryipc.core.failure.HandleStateException} is the unchecked one, for what the calling program did with a handle.
 * No exception of a library below leaves Ferry raw. Types here are immutable and safe for any thread; nothing is
 * {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.core.failure;

import org.jspecify.annotations.NullMarked;
