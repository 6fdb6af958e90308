package org.ferryipc.core;

/**
 * Something that one Java object owns and a message can move: a descriptor, a channel end, shared memory.
 *
 * <p>Putting a handle into a message and sending it moves it: after a successful send this object is {@link
 * HandleState.Moved} and of no further use; after a failed one it is as before (but {@link SharedMemory#writable} must be
 * said before the first attempt). While its message is being sent
 * it is {@link HandleState.Leased}: every use fails at once, and {@link #close} is remembered until the outcome is known.
 *
 * <p>A channel end that arrives in a message has the {@link ChannelOptions} of the channel it came through, not those of
 * its own; each has {@code withOptions} to change them.
 *
 * <p>Handles are equal only to themselves, are not serializable by anything but a Ferry codec, and may be closed by any
 * thread. A handle that a program loses without closing is closed by a cleanup net, with a warning in the log ({@code
 * -Dferry.leakDetection=full} adds where it was made). Moving is not revoking: a former holder in another process may
 * have kept a duplicate of its own making.
 */
public sealed interface Handle extends AutoCloseable
    permits OwnedFd,
        IpcSender,
        IpcReceiver,
        BytesSender,
        BytesReceiver,
        OpaqueSender,
        OpaqueReceiver,
        Duplex,
        SharedMemory {

  /** {@return where the handle stands now}; another thread may change it at any time */
  HandleState state();

  /**
   * Closes the handle; does nothing if it is moved or closed. Never blocks.
   *
   * <p>Calls that are blocked on it fail with {@link org.ferryipc.core.failure.HandleClosedException}; the descriptor is
   * given back to the system when the last of them has ended, so that its number is never reused under a call.
   *
   * @throws java.io.IOException only from {@link OwnedFd#close}
   */
  @Override
  void close() throws java.io.IOException;
}
