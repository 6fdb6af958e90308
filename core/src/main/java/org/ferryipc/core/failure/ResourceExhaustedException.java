package org.ferryipc.core.failure;

/**
 * The operating system refused for want of a resource: descriptors, memory, or descriptors in flight.
 *
 * <p>At the sender nothing was moved; the same call may succeed later. At the receiver a message whose handles found no
 * free descriptor numbers is lost (the kernel has dropped them already), and so is one for whose bytes or value the heap has
 * no room; the channel stays open.
 */
public final class ResourceExhaustedException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final String doing;
  private final String errno;
  private final long limit;

  /**
   * Made where a system call reports exhaustion.
   *
   * @param doing what was being done
   * @param errno the symbolic error, for instance {@code EMFILE}
   * @param limit the limit in force, or -1 where the system does not say it
   */
  public ResourceExhaustedException(String doing, String errno, long limit) {
    super(doing + ": " + errno + (limit >= 0 ? " (limit " + limit + ")" : ""), null);
    this.doing = doing;
    this.errno = errno;
    this.limit = limit;
  }

  /** {@return what was being done} */
  public String doing() {
    return doing;
  }

  /** {@return the symbolic error of the operating system, for instance {@code EMFILE}} */
  public String errno() {
    return errno;
  }

  /** {@return the limit in force, or -1 if it is not known} */
  public long limit() {
    return limit;
  }
}
