/**
 * Text as UTF-8, strictly: what is not well formed is refused on either side, and never replaced. Not exported; stateless, so any
 * thread may use it. What does not belong here: where bytes lie, and what is said of text that is refused; that is the formats'.
 */
@NullMarked
package org.ferryipc.core.text;

import org.jspecify.annotations.NullMarked;
