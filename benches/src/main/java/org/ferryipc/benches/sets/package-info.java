/**
 * Many receivers in one {@code ReceiverSet}: what selecting costs beside {@code epoll_wait} and {@code recvmsg}, and
 * what it costs to come and go.
 *
 * <p>Benchmark states belong to one thread. Names and parameters are those of {@code ipc-channel}'s own benchmarks.
 * What does not belong here: floors.
 */
@NullMarked
package org.ferryipc.benches.sets;

import org.jspecify.annotations.NullMarked;
