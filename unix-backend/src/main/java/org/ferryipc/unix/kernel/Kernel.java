package org.ferryipc.unix.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says whether this package can work in this virtual machine. */
public final class Kernel {

  private Kernel() {}

  /**
   * {@return one sentence that tells a user why the Linux system calls cannot be made here, or empty when they can}
   *
   * <p>Never throws, and initialises no other class of this package on a system that is not supported. The answer
   * is found once and does not change.
   */
  public static Optional<String> unsupported() {
    return Optional.ofNullable(Probe.REASON);
  }

  static @Nullable String unsupported(String system, String machine) {
    if (!system.equals("Linux")) {
      return "Ferry's socket transport needs Linux, and this is " + system + ".";
    }
    if (!Abi.isX86(machine) && !Abi.isAarch64(machine)) {
      return "Ferry's socket transport needs an x86-64 or aarch64 machine, and this is " + machine + ".";
    }
    return null;
  }

  private static @Nullable String nativeAccessDenied() {
    try {
      // The cheapest restricted method: linking one call to find this out would cost some ten milliseconds.
      MemorySegment.NULL.reinterpret(0);
      return null;
    } catch (IllegalCallerException denied) {
      Module module = Kernel.class.getModule();
      return "Ferry's socket transport needs native access: start java with --enable-native-access="
          + (module.isNamed() ? module.getName() : "ALL-UNNAMED") + ".";
    }
  }

  /** Holds the answer. */
  private static final class Probe {
    static final @Nullable String REASON = reason();

    private static @Nullable String reason() {
      String reason = Kernel.unsupported(System.getProperty("os.name"), System.getProperty("os.arch"));
      return reason != null ? reason : nativeAccessDenied();
    }
  }
}
