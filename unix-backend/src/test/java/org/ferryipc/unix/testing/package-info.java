/**
 * What the test suites of this module and of those above it need to run real processes: {@link
 * ChildJvm} starts another JVM. Thread safety is stated by each type. Nothing here knows Ferry;
 * assertions about channels belong to the suites.
 */
@NullMarked
package org.ferryipc.unix.testing;

import org.jspecify.annotations.NullMarked;
