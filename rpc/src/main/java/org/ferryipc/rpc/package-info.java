/**
 * Calls through Java interfaces from process to process, descriptors and channel ends included.
 *
 * <p>{@link Rpc} serves and connects. Arguments and results travel by value, as messages do; interfaces with {@link
 * Remote} travel by reference. Everything here is safe for any thread. What fails is a {@link RpcException}, which says
 * whether the call may have been executed. Nothing is {@code null} unless marked. What does not belong here: discovery,
 * retries, balancing, and anything that leaves the machine.
 */
@NullMarked
package org.ferryipc.rpc;

import org.jspecify.annotations.NullMarked;
