package org.example.linecount;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Selection;

/** Starts a worker for each file, gives it the open file, and takes all answers in one loop. */
public final class LineCount {
  /** What a worker gets. */
  public record Job(OwnedFd input) {}

  /** What it answers. */
  public record Answer(long lines) {}

  private LineCount() {}

  /** Counts the files that are named; exits with 1 unless each worker's answer is right. */
  public static void main(String[] files) throws Exception {
    int right = 0;
    List<IpcProcess<Job, Answer>> workers = new ArrayList<>();
    try (ReceiverSet answers = new ReceiverSet()) {
      for (String name : files) {
        Path file = Path.of(name);
        IpcProcess<Job, Answer> worker = IpcProcess.java(Worker.class).start(Job.class, Answer.class);
        workers.add(worker);
        Duplex<Job, Answer> channel = worker.accept();
        channel.send(new Job(OwnedFd.open(file))); // moves the file
        answers.add(channel, file); // moves the channel
      }
      while (answers.size() > 0) {
        for (Selection selection : answers.select()) {
          switch (selection) {
            case Selection.Message message when message.as(Answer.class) instanceof Answer(long lines) -> {
              Path file = (Path) message.from().attachment();
              System.out.println(lines + " lines in " + file.getFileName());
              right += lines == Files.readAllLines(file).size() ? 1 : 0;
            }
            case Selection.Message other -> other.close();
            case Selection.Closed(var from, var reason) -> {} // the worker has ended, and has left the set
            case Selection.Failed(var from, var error) -> System.err.println(from + ": " + error.getMessage());
          }
        }
      }
    } finally {
      workers.forEach(IpcProcess::close);
    }
    System.exit(right == files.length ? 0 : 1);
  }
}
