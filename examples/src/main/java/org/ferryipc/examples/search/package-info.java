/**
 * Looks for a word in texts: one process reads files, which are sent whole; another searches each where its message
 * lies, and sends back the lines that have the word, without making a string of either.
 *
 * <p>{@link org.ferryipc.examples.search.SearchFiles} reads and prints, {@link
 * org.ferryipc.examples.search.SearchProcess} searches; {@link org.ferryipc.examples.search.Request} and {@link
 * org.ferryipc.examples.search.Found} are between them. Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.examples.search;

import org.jspecify.annotations.NullMarked;
