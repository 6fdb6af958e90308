/**
 * Runs benchmarks side by side, each in a virtual machine of its own, one iteration of each in turn.
 *
 * <p>Knows JMH, and nothing of what is measured. What does not belong here: what the numbers mean.
 */
@NullMarked
package org.ferryipc.benches.turns;

import org.jspecify.annotations.NullMarked;
