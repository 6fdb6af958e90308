package org.ferryipc.unix.frame;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Resource;

/**
 * A resource that can leave the process: it becomes one entry of the handle table and its descriptors.
 *
 * <p>While it is leased to a message nobody closes its numbers. {@link #prepare} is followed by {@link #departed} or {@link
 * #stayed}.
 */
public interface Traveller extends Resource {

  /**
   * Gets ready for one attempt to send.
   *
   * @throws IpcException if that is impossible; then neither of the other two is called
   */
  void prepare() throws IpcException;

  /** {@return how many descriptors it needs}; after {@link #prepare}, before the outcome */
  int descriptorCount();

  /** Writes its numbers into {@code numbers} from {@code at}. */
  void putDescriptors(int[] numbers, int at);

  /** {@return its flags in the handle table}; meaning depends on the kind */
  int tableFlags();

  /** {@return its value in the handle table}; meaning depends on the kind */
  long tableValue();

  /** What {@link #departed} returns when nothing is left to close. */
  int NOTHING = -1;

  /**
   * The message was sent: the kernel has its own copies, and this process's numbers are given up without a goodbye.
   * What fails is reported and not thrown: nothing can bring the message back.
   *
   * @return a number that is the caller's to close now, so that it can close many with one set-up; {@link #NOTHING} if what
   *     there was is closed, or will be closed by a running call when it ends
   */
  int departed();

  /** The message was not sent. */
  void stayed();
}
