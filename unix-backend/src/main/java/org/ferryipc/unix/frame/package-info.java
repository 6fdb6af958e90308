/**
 * What stands on the wire: frame headers, the table of handles, crates of many descriptors, payloads beside the packet.
 *
 * <p>Internal. The formats are the library's business and change with its wire version. Nothing here waits, and nothing of
 * a peer is believed before it was checked. Not safe for several threads unless a type says so; nothing is {@code null}
 * unless marked.
 */
@NullMarked
package org.ferryipc.unix.frame;

import org.jspecify.annotations.NullMarked;
