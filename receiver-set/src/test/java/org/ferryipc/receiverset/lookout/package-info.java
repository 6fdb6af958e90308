/** Reading on demand, by activations that a test runs itself. */
@NullMarked
package org.ferryipc.receiverset.lookout;

import org.jspecify.annotations.NullMarked;
