package org.ferryipc.unix.kernel;

/**
 * A system call failed in a way its caller had no other word for. Internal to the module: the layers above turn it
 * into an exception of the public tree, which is why it is checked and no {@code IOException}.
 */
public final class KernelException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String call;
  private final int errno;

  /**
   * Says that {@code call} failed.
   *
   * @param call the name of the system call
   * @param errno the positive error number
   */
  public KernelException(String call, int errno) {
    super(call + ": " + Errno.name(errno));
    this.call = call;
    this.errno = errno;
  }

  /** {@return the name of the system call} */
  public String call() {
    return call;
  }

  /** {@return the positive error number, one of {@link Errno}} */
  public int errno() {
    return errno;
  }

  /** {@return the error number's name, as {@code "EMFILE"}} */
  public String errnoName() {
    return Errno.name(errno);
  }
}
