package org.ferryipc.core.doorway;

/**
 * Which users the file system lets connect to a server's name; the {@link PeerPolicy} then decides whether they are let
 * in. Says nothing about abstract names, to which everybody can connect.
 */
public enum SocketAccess {
  /** The user of this process (and root). The default. */
  OWNER,
  /** As well the group of the socket's file. */
  GROUP,
  /**
   * Every user. A name made up by the server then lies in the temporary directory, where others can reach but not list
   * it.
   */
  EVERYONE
}
