/** Encode: the form byte by byte, what is refused, handles, allocation. */
@NullMarked
package org.ferryipc.core.encode;

import org.jspecify.annotations.NullMarked;
