package org.ferryipc.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names a message type at the doorway, so that it can be renamed or moved between packages without losing its peers.
 * Without it the name is the class's binary name. It counts too where the type is an argument of a generic message, as in
 * {@code List<Job>}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MessageName {
  /** {@return the name} */
  String value();
}
