/**
 * Failures that other people have met with channels and descriptors, as tests on Ferry over sockets; each class is
 * named after what went wrong and says in its first line where.
 *
 * <p>Counts are those of {@code docs/testing.md}. What does not belong here: killed processes ({@code killing}), and
 * how threads wait ({@code waiting}).
 */
@NullMarked
package org.ferryipc.unix.trials;

import org.jspecify.annotations.NullMarked;
