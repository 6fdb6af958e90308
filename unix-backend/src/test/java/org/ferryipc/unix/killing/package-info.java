/**
 * Processes that are killed at the worst moments. What does not belong here: failures that other people have reported
 * ({@code trials}).
 */
@NullMarked
package org.ferryipc.unix.killing;

import org.jspecify.annotations.NullMarked;
