package org.ferryipc.core.contract;

import java.util.Optional;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;

/**
 * A message with a handle of each kind, and a getter that does what a test wants while it is encoded: when {@code last}
 * is read, all handles have been leased.
 */
record Cargo(
    IpcSender<String> a,
    IpcReceiver<String> b,
    BytesSender c,
    BytesReceiver d,
    OpaqueSender e,
    OpaqueReceiver f,
    Duplex<String, String> g,
    Optional<OwnedFd> h,
    Optional<SharedMemory> i,
    String last) {

  @Override
  public String last() {
    InGetter.run();
    return last;
  }
}
