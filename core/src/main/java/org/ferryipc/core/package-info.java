/**
 * Typed channels whose messages carry handles: the types that a program holds.
 *
 * <p>Start at {@link org.ferryipc.core.Ferry}. A {@link org.ferryipc.core.Handle} is owned by one object and moved, never
 * copied. Senders may be used by any thread; receivers too, their calls take turns; deliveries by one thread at a time.
 * No argument and no result is {@code null} unless marked. What does not belong here: names and processes ({@code
 * doorway}), encodings ({@code codec}), errors ({@code failure}) and whatever a transport needs ({@code transport}).
 */
@NullMarked
package org.ferryipc.core;

import org.jspecify.annotations.NullMarked;
