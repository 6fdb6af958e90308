/**
 * Pickles: a plain binary form that is written and read field by field, without names and without reflection, and whose
 * strings and byte ranges can be read where the message lies. The format is described byte by byte in {@code
 * docs/pickle.md}.
 *
 * <p>{@link org.ferryipc.core.pickle.PickleCodec} carries message types that implement {@link
 * org.ferryipc.core.pickle.Pickled} over a channel; {@link org.ferryipc.core.pickle.PickleWriter} and {@link
 * org.ferryipc.core.pickle.Pickle} work without one. Writers and readers belong to one thread at a time; what is
 * borrowed of a message may be used by any thread, and throws once the message is over. Nothing is {@code null} unless
 * marked. What does not belong here: who owns a handle, and when a message ends; that is the channel's.
 */
@NullMarked
package org.ferryipc.core.pickle;

import org.jspecify.annotations.NullMarked;
