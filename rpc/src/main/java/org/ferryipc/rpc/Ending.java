package org.ferryipc.rpc;

import org.ferryipc.core.CloseReason;

/**
 * How a connection ended.
 *
 * @param reason why
 * @param text in words
 * @param here whether this side ended it
 */
record Ending(CloseReason reason, String text, boolean here) {}
