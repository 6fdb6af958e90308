package org.ferryipc.core.leak;

import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.ownership.LiveHandles;

/**
 * What the process holds at one moment.
 *
 * @param descriptors the open ones
 * @param handles how many handles are open or leased
 * @param failedCloses how many closes have failed so far
 */
record Holdings(OpenDescriptors descriptors, long handles, long failedCloses) {

  static Holdings now() {
    return new Holdings(OpenDescriptors.now(), LiveHandles.now(), CloseFailures.count());
  }

  /**
   * {@return what is wrong with these holdings after a test that began with {@code before}; empty if nothing}
   *
   * @param expectedFailures how many closes the test makes fail on purpose
   */
  String changeSince(Holdings before, int expectedFailures) {
    StringBuilder wrong = new StringBuilder();
    if (descriptors.owned() != before.descriptors.owned()) {
      wrong
          .append("%d descriptors were open before, %d are now".formatted(before.descriptors.owned(), descriptors.owned()))
          .append("; new: ")
          .append(descriptors.since(before.descriptors))
          .append("; gone: ")
          .append(before.descriptors.since(descriptors))
          .append("; kept by the library: %d before, %d now%n".formatted(before.descriptors.kept(), descriptors.kept()));
    }
    if (handles != before.handles) {
      wrong.append("%d handles were live before, %d are now%n".formatted(before.handles, handles));
    }
    long failures = failedCloses - before.failedCloses;
    if (failures != expectedFailures) {
      wrong.append("%d closes failed, %d were to fail; the log names them%n".formatted(failures, expectedFailures));
    }
    return wrong.toString();
  }
}
