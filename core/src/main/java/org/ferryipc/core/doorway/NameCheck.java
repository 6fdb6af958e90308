package org.ferryipc.core.doorway;

/** Whether the names of the message types must be the same on both sides. */
public enum NameCheck {
  /** They must; a mismatch is refused with both names. The default. */
  REQUIRED,
  /** They need not; either side can say so, for both. The codec alone decides then whether a message makes sense. */
  IGNORED
}
