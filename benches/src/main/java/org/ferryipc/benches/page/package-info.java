/**
 * A run as one page for a browser: charts in SVG, tables, style, all in one file that loads nothing from anywhere.
 *
 * <p>Pure functions from a {@link org.ferryipc.benches.report.Report} to text, safe for any thread. What does not belong
 * here: numbers that the report does not hold.
 */
@NullMarked
package org.ferryipc.benches.page;

import org.jspecify.annotations.NullMarked;
