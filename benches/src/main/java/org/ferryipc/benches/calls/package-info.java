/** Calls through an interface that another process implements. Nothing is {@code null} unless marked. */
@NullMarked
package org.ferryipc.benches.calls;

import org.jspecify.annotations.NullMarked;
