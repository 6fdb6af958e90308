package org.ferryipc.rpc;

/** What a call does that finds as many calls in flight as there may be. */
public enum WhenFull {
  /** It waits, within its time limit. */
  WAIT,

  /** It fails with {@link RpcException.LimitReached}. */
  FAIL
}
