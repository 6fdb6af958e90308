package org.ferryipc.core.encode;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number by which a thing is known in encoded bytes, for ever.
 *
 * <p>On the components of a record, on all of them or on none: the record is a <em>table</em>. Its components are optional,
 * versions of it may add further numbers, and what a version does not know it passes over. On the records of a sealed type:
 * the number that says which of them a value is.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface Ordinal {
  /** {@return the number}, from 1 on; the gaps between the numbers of a table cost 8 bytes each */
  int value();
}
