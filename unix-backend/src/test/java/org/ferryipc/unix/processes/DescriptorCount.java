package org.ferryipc.unix.processes;

import org.ferryipc.core.leak.OpenDescriptors;

/** How many descriptors this process has open, without those that the JVM or the library keeps for itself. */
public final class DescriptorCount {
  private DescriptorCount() {}

  /** {@return the count of now} */
  public static int now() {
    OpenDescriptors now = OpenDescriptors.now();
    return Math.toIntExact(now.links().size() - now.kept());
  }
}
