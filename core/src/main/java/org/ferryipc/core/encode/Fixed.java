package org.ferryipc.core.encode;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a component of type {@code byte[]}: it has always exactly so many bytes, which lie in the record itself. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Fixed {
  /** {@return how many bytes}, from 1 to 65,536 */
  int value();
}
