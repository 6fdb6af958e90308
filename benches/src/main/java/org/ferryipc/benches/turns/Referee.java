package org.ferryipc.benches.turns;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Lets the players of one comparison play in a fixed order, one at a time: first, second, first, second.
 *
 * <p>The next one starts only when the one before is ready again and therefore idle; what it does after an iteration
 * (telling its results, ending) falls into nobody's time. A player that ends, in whatever way, is passed over, so the
 * others never wait for it.
 */
final class Referee implements AutoCloseable {
  private final Path folder;
  private final Path path;
  private final ServerSocketChannel door;
  private final AtomicReferenceArray<@Nullable SocketChannel> players; // by number; null: not there yet, or gone

  private Referee(Path folder, Path path, ServerSocketChannel door, int count) {
    this.folder = folder;
    this.path = path;
    this.door = door;
    this.players = new AtomicReferenceArray<>(count);
  }

  /** {@return a referee whom {@code count} players can reach} */
  static Referee open(int count) throws IOException {
    Path folder = Files.createTempDirectory("ferry-turns");
    Path path = folder.resolve("referee");
    ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    Referee made = new Referee(folder, path, door, count);
    try {
      door.bind(UnixDomainSocketAddress.of(path));
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /** {@return what the {@link Player} of that number must be told} */
  String place(int number) {
    return path + Player.SEPARATOR + number;
  }

  /**
   * Waits for all players, then gives turns until they have ended.
   *
   * @throws IOException if this is closed before all have come
   */
  void run() throws IOException {
    for (int i = 0; i < players.length(); i++) {
      admit();
    }
    for (int i = 0; i < players.length(); i++) {
      expect(i, Signal.READY);
    }
    for (boolean playing = true; playing; ) {
      playing = false;
      for (int i = 0; i < players.length(); i++) {
        SocketChannel player = players.get(i);
        if (player != null) {
          Signal.write(player, Signal.GO);
          expect(i, Signal.DONE);
          expect(i, Signal.READY);
          playing = true;
        }
      }
    }
  }

  private void admit() throws IOException {
    SocketChannel arrived = door.accept();
    boolean stays = false;
    try {
      int number = Signal.read(arrived);
      if (number < 0 || number >= players.length() || !players.compareAndSet(number, null, arrived)) {
        throw new IOException("a stranger came instead of a player");
      }
      // After that: a close that came before did not see this player.
      if (!door.isOpen()) {
        throw new ClosedChannelException();
      }
      stays = true;
    } finally {
      if (!stays) {
        arrived.close();
      }
    }
  }

  private void expect(int number, int signal) throws IOException {
    SocketChannel player = players.get(number);
    if (player != null && Signal.read(player) != signal) {
      players.set(number, null);
      player.close();
    }
  }

  /** Sends everybody home; idempotent, by any thread. */
  @Override
  public void close() throws IOException {
    door.close();
    for (int i = 0; i < players.length(); i++) {
      SocketChannel player = players.get(i);
      if (player != null) {
        player.close();
      }
    }
    Files.deleteIfExists(path);
    Files.deleteIfExists(folder);
  }
}
