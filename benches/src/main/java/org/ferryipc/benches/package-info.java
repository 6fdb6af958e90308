/** JMH suites, one class for each question, and the floors they are compared with. */
@NullMarked
package org.ferryipc.benches;

import org.jspecify.annotations.NullMarked;
