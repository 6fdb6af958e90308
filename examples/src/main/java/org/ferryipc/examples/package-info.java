/** Programs to copy from; each sub-package is one of them, and uses exported packages only. */
@NullMarked
package org.ferryipc.examples;

import org.jspecify.annotations.NullMarked;
