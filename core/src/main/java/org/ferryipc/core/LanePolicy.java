package org.ferryipc.core;

/** Whether a channel may open a shared-memory lane beside its socket. Lanes change speed, never behaviour. */
public enum LanePolicy {
  /** When it pays: the default. */
  AUTO,
  /** As soon as it can. */
  ALWAYS,
  /** Not at all. */
  NEVER
}
