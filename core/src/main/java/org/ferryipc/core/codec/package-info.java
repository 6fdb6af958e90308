/**
 * How values become bytes: the {@link org.ferryipc.core.codec.Codec} interface and the default, Smile.
 *
 * <p>A codec is bound to a message type once per channel end ({@link org.ferryipc.core.codec.MessageCodec}) and then
 * used by any thread. Handles never become bytes: a codec puts them into a {@link
 * org.ferryipc.core.codec.HandleSink} and writes the slot number that it gets back. Nothing is {@code null} unless
 * marked. What does not belong here: frames, limits of the queue, and anything that decides who owns a handle.
 */
@NullMarked
package org.ferryipc.core.codec;

import org.jspecify.annotations.NullMarked;
