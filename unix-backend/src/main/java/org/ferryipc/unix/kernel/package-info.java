/**
 * Linux system calls for the rest of the module: every call in one place, with its structure layouts, its
 * {@code EINTR} rule and its error number.
 *
 * <p>Calls on the data path return what the kernel returns: a count of zero or more, or the negated error number
 * (see {@link org.ferryipc.unix.kernel.Errno}). The others throw
 * {@link org.ferryipc.unix.kernel.KernelException}, which never leaves the module.
 *
 * <p>Static methods may be called from any thread; a class that holds native memory says who may use it. Nothing here
 * owns a descriptor beyond a call, waits except where the method says so, or knows about frames, channels and
 * handles: these belong to the packages above. Ask {@link org.ferryipc.unix.kernel.Kernel#unsupported()} before the
 * first call; on another system the other classes do not initialise.
 */
@NullMarked
package org.ferryipc.unix.kernel;

import org.jspecify.annotations.NullMarked;
