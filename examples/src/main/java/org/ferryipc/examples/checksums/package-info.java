/**
 * Checksums of all files of a directory tree: one process reads them, another computes, and no byte is copied between the two.
 *
 * <p>Each file is read into a {@link org.ferryipc.core.LoanedMessage} and hashed where it lies. Nothing is {@code null} unless
 * marked.
 */
@NullMarked
package org.ferryipc.examples.checksums;

import org.jspecify.annotations.NullMarked;
