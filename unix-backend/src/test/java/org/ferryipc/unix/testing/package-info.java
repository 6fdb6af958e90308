/**
 * What several test suites of this module need to watch real processes: {@link ChildJvm} starts
 * another JVM, {@link OpenDescriptors} lists what this one has open. Thread safety is stated by
 * each type. Nothing here knows Ferry; assertions about channels belong to the suites.
 */
@NullMarked
package org.ferryipc.unix.testing;

import org.jspecify.annotations.NullMarked;
