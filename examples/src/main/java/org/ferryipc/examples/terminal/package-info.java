/** What the examples print while they work. Used by one thread. Nothing is {@code null} unless marked. */
@NullMarked
package org.ferryipc.examples.terminal;

import org.jspecify.annotations.NullMarked;
