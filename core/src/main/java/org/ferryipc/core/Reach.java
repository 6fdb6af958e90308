package org.ferryipc.core;

/** How far the ends of a channel can travel. */
public enum Reach {
  /** To any process of this machine; needs a transport for its operating system. The default. */
  MACHINE,
  /** Within this process only: a queue in memory that works on every system. */
  PROCESS
}
