package org.ferryipc.receiverset;

/**
 * How many messages to ask a member for at one visit.
 *
 * <p>Every poller reports a member again that was left with something, so asking for one message costs a report per
 * message, and asking until there is nothing costs a system call in vain per visit. A member with one message now and then
 * is asked once; one that always has more is soon asked for a quota at a time. After a question in vain it is left alone for
 * twice as many visits as before.
 */
final class Appetite {
  private static final int MOST_PATIENCE = 64;

  private int most = 1;
  private int patience = 1; // visits to go by after the next question in vain
  private int toGoBy;

  int most() {
    return most;
  }

  /**
   * Learns from a visit.
   *
   * @param taken how many messages there were
   * @param empty whether the last question was in vain
   */
  void ate(int taken, boolean empty) {
    if (empty) {
      most = Math.max(1, taken);
      if (taken <= 1) {
        toGoBy = patience;
        patience = Math.min(2 * patience, MOST_PATIENCE);
      }
    } else if (taken < most) {
      return; // the batch was full, or the channel has ended
    } else if (toGoBy > 0) {
      toGoBy--;
    } else if (most < ReceiverSet.QUOTA) {
      most = Math.min(2 * most, ReceiverSet.QUOTA);
      if (most > 2) {
        patience = 1; // two in a row: more is no surprise
      }
    }
  }
}
