/**
 * An inspector that walks a linked list in the memory of another process, and measures what the page cache saves: {@code
 * ./ferry-inspect}. Nothing is {@code null} unless marked.
 */
@NullMarked
package org.ferryipc.examples.inspector;

import org.jspecify.annotations.NullMarked;
