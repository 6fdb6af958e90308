/**
 * The forms of Encode: one per type, made once, which writes, checks and reads values of that type.
 *
 * <p>Internal: not exported. A {@link org.ferryipc.core.encode.form.Form} is immutable and safe for any thread; an {@link
 * org.ferryipc.core.encode.form.Output} or {@link org.ferryipc.core.encode.form.Input} belongs to one message. Nothing is
 * {@code null} unless marked. What does not belong here: results, metadata, channels.
 */
@NullMarked
package org.ferryipc.core.encode.form;

import org.jspecify.annotations.NullMarked;
