package org.ferryipc.unix.doorway;

import java.io.IOException;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.waiting.Readiness;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.FileDescriptorCast;

/** A connection on which two processes say hello; it is closed when one has got its channel. One thread at a time. */
final class Connection implements AutoCloseable {

  private final AFUNIXSocketChannel channel;
  private final int number;

  private Connection(AFUNIXSocketChannel channel, int number) {
    this.channel = channel;
    this.number = number;
  }

  /** {@return the owner of {@code channel}}, which is closed if this fails */
  static Connection of(AFUNIXSocketChannel channel) throws IOException {
    Connection made = null;
    try {
      // The number alone: nothing is duplicated, and the channel stays its owner.
      made = new Connection(
          channel, FileDescriptorCast.using(channel.getFileDescriptor()).as(Integer.class));
      return made;
    } finally {
      if (made == null) {
        Failures.closeQuietly(channel);
      }
    }
  }

  /** {@return a connection to nobody yet} */
  static Connection open() throws IOException {
    AFUNIXSocketChannel channel = AFUNIXSocketChannel.open();
    boolean nonBlocking = false;
    try {
      channel.configureBlocking(false); // makes the socket too, which has no number before
      nonBlocking = true;
    } finally {
      if (!nonBlocking) {
        Failures.closeQuietly(channel);
      }
    }
    return of(channel);
  }

  /**
   * {@return whether it is connected now}; false if the server's queue is full, which no poll reports: EAGAIN,
   * connect(2)
   *
   * @throws org.newsclub.net.unix.ConnectionRefusedSocketException if nobody listens, or no socket is there
   * @throws java.nio.channels.ClosedByInterruptException if the thread is interrupted; the connection is closed
   */
  boolean connect(SocketName name) throws IOException {
    return channel.connect(name.address());
  }

  /** {@return the descriptor, which stays this object's} */
  int number() {
    return number;
  }

  PeerIdentity peer() throws KernelException {
    return Identities.ofPeer(number);
  }

  /** Sends bytes that fit in the socket's buffer. {@return the bytes sent, or the negated error number} */
  long send(byte[] bytes) {
    try (MessageBlock block = MessageBlock.borrow()) {
      return block.withoutHeader().payload(bytes, 0, bytes.length).send(number);
    }
  }

  /** As {@link #send(byte[])}, with a descriptor, which stays the caller's. */
  long send(byte[] bytes, int descriptor) {
    try (MessageBlock block = MessageBlock.borrow()) {
      return block.withoutHeader().payload(bytes, 0, bytes.length).descriptor(descriptor).send(number);
    }
  }

  /** Waits until something is to be read, the deadline has passed, or for no reason. */
  void awaitReadable(Deadline deadline) throws IpcException, InterruptedException {
    // Guards nothing and closes nothing: one thread uses this object.
    new Readiness(number).await(Poll.IN, deadline, Long.MAX_VALUE, () -> false);
  }

  @Override
  public void close() {
    Failures.closeQuietly(channel);
  }
}
