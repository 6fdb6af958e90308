package org.ferryipc.unix.frame;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Sockets;

/**
 * More descriptors than one packet takes, queued in a socket of their own whose other end travels instead of them: one
 * packet, one commit, whatever their number.
 *
 * <p>Each packet of a crate is one byte and up to 253 descriptors.
 */
public final class Crate {
  /**
   * Most descriptors that ride in the packet itself: the kernel's limit is {@link MessageBlock#MAX_DESCRIPTORS}, and one
   * place is kept for the payload's file.
   */
  public static final int MOST_IN_PACKET = MessageBlock.MAX_DESCRIPTORS - 1;

  private Crate() {}

  /**
   * Packs descriptors, which stay the caller's.
   *
   * @return the crate: a descriptor that is the caller's, to be sent and closed
   * @throws IpcException if the system refuses; nothing is left behind
   */
  public static int pack(int[] numbers, int count) throws IpcException {
    Sockets.Pair pair;
    try {
      pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    } catch (KernelException e) {
      throw KernelFailures.typed("sending " + count + " descriptors", e);
    }
    boolean packed = false;
    try (MessageBlock block = MessageBlock.borrow()) {
      for (int from = 0; from < count; from += MessageBlock.MAX_DESCRIPTORS) {
        block.clear();
        block.withoutHeader().payload(block.inline().asSlice(0, 1));
        int to = Math.min(count, from + MessageBlock.MAX_DESCRIPTORS);
        for (int i = from; i < to; i++) {
          block.descriptor(numbers[i]);
        }
        long sent = block.send(pair.first());
        if (sent < 0) {
          throw KernelFailures.typed("sending " + count + " descriptors: sendmsg", (int) -sent);
        }
      }
      packed = true;
      return pair.second();
    } finally {
      boolean unused = Descriptors.discard(pair.first());
      if (!packed) {
        unused = Descriptors.discard(pair.second());
      }
    }
  }

  /**
   * Empties a crate and closes it, in any case. Never waits: what is not there now never was.
   *
   * @param crate a descriptor of a peer's choice, so anything at all
   * @param into receives the descriptors, which are the caller's; its length says how many there must be
   * @throws MalformedMessageException if there are fewer or more; all that came is closed
   * @throws IpcException if no descriptor number is free here; all that came is closed
   */
  public static void unpack(int crate, int[] into, String channel) throws IpcException {
    int count = 0;
    boolean complete = false;
    try (MessageBlock block = MessageBlock.borrow()) {
      if (!Sockets.isPacketSocket(crate)) {
        throw new MalformedMessageException(channel, "crate", "it is no packet socket");
      }
      block.withoutHeader().payload(block.inline().asSlice(0, 1));
      while (true) {
        long got = block.receive(crate);
        if (got < 0 && got != -Errno.EAGAIN) {
          throw new MalformedMessageException(channel, "crate", Errno.name((int) -got));
        }
        if (block.controlTruncated()) {
          throw KernelFailures.typed("receiving " + into.length + " descriptors: recvmsg", Errno.EMFILE);
        }
        int more = got > 0 ? block.received() : 0;
        if (more == 0 && count == into.length && got != 1) {
          complete = true;
          return;
        }
        if (more == 0 || count + more > into.length) {
          throw new MalformedMessageException(
              channel, "crate", (count + more) + " descriptors or more where " + into.length + " were promised");
        }
        for (int i = 0; i < more; i++) {
          into[count++] = block.take(i);
        }
      }
    } finally {
      if (!complete) {
        for (int i = 0; i < count; i++) {
          boolean unused = Descriptors.discard(into[i]);
        }
      }
      boolean unused = Descriptors.discard(crate);
    }
  }
}
