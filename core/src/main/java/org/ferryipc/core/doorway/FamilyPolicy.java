package org.ferryipc.core.doorway;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.FamilyTree;

/**
 * Admits a child process and its descendants, if another policy admits them too.
 *
 * @param child known as soon as it is started, which may be after it has connected
 * @param limit how long to wait for that
 * @param others what else is asked
 */
record FamilyPolicy(CompletableFuture<ProcessHandle> child, Duration limit, PeerPolicy others) implements PeerPolicy {
  @Override
  public boolean admits(PeerIdentity peer, PeerIdentity self) {
    return peer.pid().isPresent()
        && others.admits(peer, self)
        && startedChild().filter(elder -> FamilyTree.descends(peer.pid().getAsLong(), elder)).isPresent();
  }

  private Optional<Long> startedChild() {
    try {
      return Optional.of(child.get(Deadline.after(limit).remainingNanos(), TimeUnit.NANOSECONDS).pid());
    } catch (ExecutionException | TimeoutException notStarted) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
