package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.IpcException;

/** Sends jobs and takes their results, with a bounded number of jobs under way. */
final class Dispatch {
  /**
   * How many jobs may be under way. Each has two descriptors that belong to no process while its message waits in the
   * socket, and of those the kernel lets a user have as many as a process may have open: 256 in a narrow place
   * (unix(7), ETOOMANYREFS). So many keep the worker busy, and leave room for others.
   */
  private static final int WINDOW = 32;

  private final IpcSender<Job> jobs;
  private final IpcChannel<Result> results;
  private final Consumer<Result> action;
  private long sent;
  private long received;

  /**
   * For one run.
   *
   * @param action takes each result, while more is sent
   */
  Dispatch(IpcSender<Job> jobs, IpcChannel<Result> results, Consumer<Result> action) {
    this.jobs = jobs;
    this.results = results;
    this.action = action;
  }

  /** Waits for results until there may be one job more under way. */
  void awaitRoom() throws IpcException, InterruptedException {
    while (sent - received >= WINDOW) {
      takeResult();
    }
  }

  /**
   * Opens a file and moves it to the worker; there must be {@linkplain #awaitRoom room}.
   *
   * @throws org.ferryipc.core.failure.DisconnectedException if the worker is gone
   * @throws org.ferryipc.core.failure.HandleClosedException if the worker is gone
   * @throws IOException if the file cannot be opened or sent; it is closed
   */
  void send(Path file, String name) throws IOException, InterruptedException {
    // What was moved stays so: these closes are for the case that it was not.
    try (OwnedFd input = OwnedFd.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        IpcSender<Result> reply = results.sender().share()) {
      jobs.send(new Job(name, input, reply));
      sent++;
    }
  }

  /** Waits for the results of all jobs under way. */
  void finish() throws IpcException, InterruptedException {
    while (sent > received) {
      takeResult();
    }
  }

  private void takeResult() throws IpcException, InterruptedException {
    Result result = results.receiver().receive();
    received++;
    action.accept(result);
  }

  /** {@return how many jobs were sent} */
  long sent() {
    return sent;
  }

  /** {@return how many results came back} */
  long received() {
    return received;
  }
}
