package org.ferryipc.unix.socket;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.descriptor.UnixDescriptor;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.region.SharedFile;

/** Makes resources out of the descriptors of a received message, each owned once; all or none. */
final class Arrivals {
  private Arrivals() {}

  /**
   * {@return the resources of {@code table}, in slot order}
   *
   * @param numbers the descriptors, in table order; taken over in any case
   */
  static List<Resource> resources(HandleTable table, int[] numbers, String channel) throws IpcException {
    if (table.count() > 1 && table.kind(0) == HandleKind.SENDER) {
      synchronized (KnownSenders.class) { // to take it again for each of many senders costs nothing
        return make(table, numbers, channel);
      }
    }
    return make(table, numbers, channel);
  }

  private static List<Resource> make(HandleTable table, int[] numbers, String channel) throws IpcException {
    List<Resource> made = new ArrayList<>(table.count());
    int at = 0;
    boolean complete = false;
    try {
      for (int i = 0; i < table.count(); i++) {
        int count = table.descriptors(i);
        made.add(resource(table, i, numbers, at, count, channel));
        at += count;
      }
      complete = true;
      return made;
    } finally {
      if (!complete) {
        // A resource that could not be made has left its numbers to us.
        for (int rest = at; rest < numbers.length; rest++) {
          boolean unused = Descriptors.discard(numbers[rest]);
        }
        for (Resource resource : made) {
          CloseFailures.releaseQuietly(resource);
        }
      }
    }
  }

  private static Resource resource(
      HandleTable table, int index, int[] numbers, int at, int count, String channel) throws IpcException {
    HandleKind kind = table.kind(index);
    int flags = table.flags(index);
    long value = table.value(index);
    return switch (kind) {
      case DESCRIPTOR -> new UnixDescriptor(numbers[at]);
      case SENDER -> KnownSenders.received(numbers[at], flags, value);
      case RECEIVER -> SocketReceiver.received(numbers, at, flags, value);
      case DUPLEX -> SocketDuplex.received(numbers, at, flags, value);
      case MEMORY -> SharedFile.received(numbers, at, count, flags, value, channel);
    };
  }
}
