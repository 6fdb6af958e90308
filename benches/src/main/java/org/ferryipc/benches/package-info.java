/**
 * Measures Ferry beside floors: {@link org.ferryipc.benches.Figures} is the program, {@code Rows} the list of what it
 * can measure.
 *
 * <p>The suites lie one package to a floor of Ferry: {@code typed}, {@code bytes}, {@code large}, {@code sets}, and
 * {@code floor} with the bare system calls that they are compared with; one class for each question. Nothing is {@code
 * null} unless marked. What does not belong here: how runs take turns ({@code turns}), and how their numbers are judged
 * and shown ({@code report}).
 */
@NullMarked
package org.ferryipc.benches;

import org.jspecify.annotations.NullMarked;
