/**
 * Medians, ratios, limits, and the forms in which they are shown: a table for people, JSON for programs.
 *
 * <p>Values and pure functions; all but the writing of files is safe for any thread. What does not belong here:
 * measuring.
 */
@NullMarked
package org.ferryipc.benches.report;

import org.jspecify.annotations.NullMarked;
