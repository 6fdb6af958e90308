package org.ferryipc.core.smile;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the type of a message says about the handles in it.
 *
 * @param name of the type, for error texts
 * @param handle the kind of handle that the message is, or is a container of; null if it is a record or another value
 * @param untyped whether the message is an {@code Object}, or a container of them
 * @param declaring the classes whose properties a receiver looks for
 */
record RootType(String name, @Nullable Class<?> handle, boolean untyped, Set<Class<?>> declaring) {
  static final RootType UNKNOWN = new RootType("a message", null, true, Set.of());
}
