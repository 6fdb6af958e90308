/**
 * One message from whichever of several receivers has one.
 *
 * <p>Nothing here accepts or returns {@code null}.
 */
@NullMarked
package org.ferryipc.receiverset.select;

import org.jspecify.annotations.NullMarked;
