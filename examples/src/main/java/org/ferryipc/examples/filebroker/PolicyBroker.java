package org.ferryipc.examples.filebroker;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Objects;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.rpc.RpcCaller;
import org.ferryipc.rpc.RpcException;

/** The broker's side of one connection. */
final class PolicyBroker implements Broker {
  private final Policy policy;

  PolicyBroker(Policy policy, RpcCaller caller) {
    policy.check(caller.peer());
    this.policy = policy;
  }

  @Override
  public OwnedFd open(String name) throws IOException {
    Path file = allowed(name);
    System.out.println("broker: gives out " + name);
    return OwnedFd.open(file);
  }

  private Path allowed(String name) throws IOException {
    try {
      return policy.resolve(name);
    } catch (IOException e) {
      System.out.println("broker: refuses " + name + ": " + e.getMessage());
      throw e;
    }
  }

  @Override
  public Watch watch(String name, Listener listener) throws IOException {
    Path file = allowed(name);
    WatchService changes = file.getFileSystem().newWatchService();
    Path folder = Objects.requireNonNull(file.getParent(), "it lies below the root");
    WatchKey key = folder.register(changes, StandardWatchEventKinds.ENTRY_MODIFY);
    Thread teller =
        Thread.ofPlatform().daemon().name("watch-" + name).start(() -> tell(key, changes, file, name, listener));
    System.out.println("broker: watches " + name);
    return () -> {
      close(changes);
      teller.interrupt();
      System.out.println("broker: watches " + name + " no more");
    };
  }

  private static void tell(WatchKey key, WatchService changes, Path file, String name, Listener listener) {
    try {
      while (key.isValid()) {
        WatchKey changed = changes.take();
        boolean ours = changed.pollEvents().stream().anyMatch(event -> file.getFileName().equals(event.context()));
        if (ours) {
          listener.changed(name, Files.size(file));
        }
        if (!changed.reset()) {
          return;
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException | RpcException over) {
      // Nobody watches any more.
    } catch (IOException gone) {
      System.out.println("broker: " + name + ": " + gone.getMessage());
    } finally {
      close(changes);
    }
  }

  private static void close(WatchService changes) {
    try {
      changes.close();
    } catch (IOException e) {
      System.out.println("broker: " + e.getMessage());
    }
  }
}
