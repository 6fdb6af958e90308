/**
 * What others do, beside Ferry and in turn with it: the same work, in the same run, each set up as its own documentation
 * recommends, which {@code docs/peers.md} tells.
 *
 * <p>Benchmark states belong to one thread. What does not belong here: floors, and rows of Ferry without a peer.
 */
@NullMarked
package org.ferryipc.peers;

import org.jspecify.annotations.NullMarked;
