package org.ferryipc.rpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that returns when its call was sent, not when it was executed. It is {@code void}; what the implementation
 * throws is logged where it runs. Calls that were sent are executed also when their caller ends then.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}
