package org.ferryipc.peers;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The other side of a peer that is a stream, whatever library made it: one caller, and each record goes back to it. */
final class StreamEcho {
  /** The socket's name in the folder that both know. */
  static final String SOCKET = "socket";

  private StreamEcho() {}

  /** What is done with the caller. */
  @FunctionalInterface
  interface Conversation {
    /** Answers without end; the caller's end is an {@link EOFException}. */
    void with(SocketChannel caller) throws IOException;
  }

  /**
   * Takes the caller in a thread of its own.
   *
   * @param door bound already; it is this method's
   * @return what ends it
   */
  static AutoCloseable begin(ServerSocketChannel door, PeerProcess.Ready ready, Conversation conversation)
      throws IOException, InterruptedException {
    Thread unused = Thread.ofPlatform().daemon().start(() -> echo(door, conversation));
    ready.say(SOCKET);
    return door;
  }

  private static void echo(ServerSocketChannel door, Conversation conversation) {
    try (SocketChannel caller = door.accept()) {
      conversation.with(caller);
    } catch (EOFException over) {
      // as it should
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
