/**
 * What a peer can do to us that follows no rules: bytes and descriptors that no Ferry sends. After each test the process has
 * the descriptors it had before, and another channel works.
 */
@NullMarked
package org.ferryipc.unix.hostile;

import org.jspecify.annotations.NullMarked;
