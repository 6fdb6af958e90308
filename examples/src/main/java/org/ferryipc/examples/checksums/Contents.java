package org.ferryipc.examples.checksums;

import org.ferryipc.core.BytesReceiver;

/**
 * What the reading process sends first: where the files come from.
 *
 * @param files each message is a {@link FileMessage}
 */
record Contents(BytesReceiver files) {}
