package org.ferryipc.unix.lane;

/**
 * A part of the protocol that can be left out, to see that the {@link Explorer} finds out. The names behind are those of the
 * model; docs/lanes.md has the table.
 */
enum Guard {
  /** M_NOFENCE_S: publishing is a full fence. */
  SENDERS_FENCE,
  /** M_NOFENCE_R: a fence between arming and the second look. */
  RECEIVERS_FENCE,
  /** M_NORECHECK: the second look. */
  SECOND_LOOK,
  /** M_PLAINCLEAR: the sender clears by an exchange. */
  EXCHANGE,
  /** M_CLEARLATE: it clears before the bell. */
  CLEAR_BEFORE_BELL,
  /** M_NOEVIDENCE: the socket is read only when something is known to be there. */
  EVIDENCE,
  /** M_STALEEV: a poll's answer is good for one packet. */
  FRESH_EVIDENCE,
  /** M_HINTNE: the hint may lag. */
  HINT_AHEAD,
  /** [R1] before [R2]: the hint is read before the tail. */
  HINT_FIRST,
  /** M_NOSEQ: a record waits for the frames that it follows. */
  RECORD_WAITS,
  /** M_KEEPLANE: a sender that is shared ends its lane. */
  END_AT_SHARE,
  /** M_PLAINTAIL: the tail moves by a compare-and-set. */
  ATOMIC_TAIL,
  /** M_HPUBHEAD: a moved receiver takes its own head along. */
  OWN_HEAD,
  /** M_NOBACKLOG: and its unread records. */
  BACKLOG,
  /** M_SEQLEFT: and its count of frames. */
  FRAMES_MOVE,
  /** M_CLOSENOFREEZE: a closing receiver ends the lane. */
  FREEZE_AT_CLOSE,
  /** M_GIVEUP: a bell that found no memory is rung again. */
  OWED_BELL,
  /** And before the sender leaves: nobody else would ring it. */
  OWED_BELL_AT_MOVE,
  /** And before a frame: who sleeps in the receive takes what comes first. */
  OWED_BELL_AT_FRAME,
  /** [R9] The end that such a receiver finds is evidence only: the tail that was looked at is older. */
  END_IS_EVIDENCE,
  /** [S2]: nothing is put into a lane that is not taken. */
  ACCEPTANCE
}
