package org.ferryipc.core.leak;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says how many closes a test makes fail on purpose; without it, none may. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface FailingCloses {
  /** {@return how many} */
  int value();
}
