package org.ferryipc.unix;

import java.io.IOException;
import java.util.function.IntFunction;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.unix.descriptor.UnixDescriptor;

/**
 * Descriptor numbers in and out of {@link OwnedFd}: the only public place where one appears, for code that calls the system
 * itself.
 */
public final class UnixDescriptors {
  private UnixDescriptors() {}

  /**
   * {@return an owner for {@code number}, which the caller must not use or close any more}
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static OwnedFd adopt(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("descriptor number " + number);
    }
    return EndAccess.get().descriptor(new UnixDescriptor(number));
  }

  /**
   * {@return the number, which the caller must close}; {@code descriptor} is moved
   *
   * @throws IOException if it was made from a Java stream, which cannot give its number up; it stays as it was
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public static int detach(OwnedFd descriptor) throws IOException {
    return EndAccess.get().convert(descriptor, raw -> ((UnixDescriptor) raw).detach(), "detach()");
  }

  /**
   * {@return what {@code use} returns for the number, which cannot be closed or moved meanwhile}; {@code use} must not keep
   * or close it
   *
   * @throws IOException if it was made from a Java stream that is closed
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public static <R> R with(OwnedFd descriptor, IntFunction<R> use) throws IOException {
    EndAccess access = EndAccess.get();
    UnixDescriptor raw = (UnixDescriptor) access.hold(descriptor);
    try {
      return use.apply(raw.number());
    } finally {
      access.drop(descriptor);
    }
  }
}
