/**
 * Messages larger than a packet, from one thread to another: they travel in memory files.
 *
 * <p>One thread measures, the other takes; each has a processor of its own where there are two. What does not belong
 * here: messages that a thread can send to itself.
 */
@NullMarked
package org.ferryipc.benches.large;

import org.jspecify.annotations.NullMarked;
