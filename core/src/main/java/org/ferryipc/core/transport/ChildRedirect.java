package org.ferryipc.core.transport;

import java.io.Closeable;

/**
 * A number lent to {@link ProcessBuilder}, which copies it into the child while starting it.
 *
 * @param redirect what to give to the process builder
 * @param owner releases the number once the child was started
 */
public record ChildRedirect(ProcessBuilder.Redirect redirect, Closeable owner) {}
