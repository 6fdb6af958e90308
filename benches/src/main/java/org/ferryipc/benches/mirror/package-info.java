/** Memory of another process, read with the page cache and without. Nothing is {@code null} unless marked. */
@NullMarked
package org.ferryipc.benches.mirror;

import org.jspecify.annotations.NullMarked;
