/**
 * Encode: one canonical binary form for records and for values that are views on its bytes.
 *
 * <p>Start at {@link org.ferryipc.core.Ferry#encode(Object)} and {@link org.ferryipc.core.encode.EncodeCodec}; the bytes are
 * described in {@code docs/encode.md}. A value has exactly one encoding, and bytes that are not exactly what encoding a value
 * gives are refused. An {@link org.ferryipc.core.encode.EncodeType} is immutable and safe for any thread; results belong to
 * one thread at a time. Nothing is {@code null} unless marked. What does not belong here: how messages travel, and a choice of
 * wire versions, which is the library's alone.
 */
@NullMarked
package org.ferryipc.core.encode;

import org.jspecify.annotations.NullMarked;
