/**
 * Chromium's {@code ipc_perftests}: a message goes to a peer, which sends its payload back; read by copying, and
 * borrowed.
 *
 * <p>{@link org.ferryipc.benches.pickle.PerfPingPong} is for JMH, {@link org.ferryipc.benches.pickle.IpcPerf} runs the
 * original's own protocol and prints what that prints. Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.benches.pickle;

import org.jspecify.annotations.NullMarked;
