/**
 * Tests of lanes. {@link org.ferryipc.unix.lane.Explorer} runs both sides over simulated memory and a simulated socket in all
 * orders there are; {@link org.ferryipc.unix.lane.Guard} names what it must find missing.
 */
@NullMarked
package org.ferryipc.unix.lane;

import org.jspecify.annotations.NullMarked;
