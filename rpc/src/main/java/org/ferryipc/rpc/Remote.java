package org.ferryipc.rpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface whose objects travel by reference: as an argument or as a result, but not inside records and lists. The
 * other side gets a proxy that calls back.
 *
 * <p>The proxy is {@link AutoCloseable}, also if the interface is not ({@link Rpc#release}). When it is closed, lost,
 * or its connection ends, the object is let go: if it is {@code AutoCloseable}, its {@code close} is called, once for
 * each connection that had it. An object that has been sent over one connection twice is one export with two proxies,
 * which are equal. At most {@value Rpc#EXPORTS} objects of one connection are exported at a time.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Remote {}
