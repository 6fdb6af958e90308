/**
 * The bare system calls under the rows: the same bytes and descriptors, through {@code java.lang.foreign} and nothing
 * else.
 *
 * <p>A floor is what a careful person would write who wanted this one thing as fast as possible: constant method
 * handles, memory that is used again, no pools, no retries, no checks but of the result. Ferry's own code only prepares
 * a floor.
 */
@NullMarked
package org.ferryipc.benches.floor;

import org.jspecify.annotations.NullMarked;
