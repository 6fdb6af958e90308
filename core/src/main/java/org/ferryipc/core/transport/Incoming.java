package org.ferryipc.core.transport;

import java.util.List;

/**
 * One message that has arrived and belongs to the receiving process: its bytes in private memory, and resources of
 * which each must be claimed or released exactly once.
 *
 * @param bytes the array in which the payload lies; nobody else has it
 * @param offset where the payload begins
 * @param length the payload's length
 * @param resources what came with it, in slot order; one that is claimed is replaced by {@code null} by its claimer
 */
public record Incoming(byte[] bytes, int offset, int length, List<Resource> resources) implements Arrival {}
