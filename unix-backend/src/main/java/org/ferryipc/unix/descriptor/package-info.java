/**
 * Descriptor numbers in this process: who may use one, when it is closed, and what it can be converted into.
 *
 * <p>Internal but for what {@code UnixDescriptors} shows. All types are safe for any thread unless they say otherwise;
 * nothing is {@code null} unless marked. What does not belong here: sockets with frames on them ({@code socket}).
 */
@NullMarked
package org.ferryipc.unix.descriptor;

import org.jspecify.annotations.NullMarked;
