package org.ferryipc.examples.wordcount;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.DisconnectedException;

/** The process that counts. Started by {@link WorkerProcess}; it may be of a user who can open none of the files. */
public final class Worker {
  private static final int FAILED = 1;

  private Worker() {}

  /** Counts until there are no more jobs. Takes no arguments. */
  public static void main(String[] arguments) throws InterruptedException {
    endWithParent();
    try (Duplex<OpenDescriptors, Start> parent = Ferry.parent(OpenDescriptors.class, Start.class);
        IpcReceiver<Job> jobs = parent.receive().jobs()) {
      parent.send(OpenDescriptors.now());
      serve(jobs);
      parent.send(OpenDescriptors.now());
    } catch (IOException e) {
      System.err.println("ferry-job: worker: " + e.getMessage());
      System.exit(FAILED);
    }
  }

  private static void serve(IpcReceiver<Job> jobs) throws IOException, InterruptedException {
    Counting counting = new Counting();
    try {
      while (true) {
        try (Delivery<Job> delivery = jobs.take()) {
          Job job = delivery.value();
          job.reply().send(result(job, counting));
        }
      }
    } catch (DisconnectedException noMoreJobs) {
      // The parent has let go of its end: it is through.
    }
  }

  /** {@return what is in the job's file}, which is closed then */
  static Result result(Job job, Counting counting) {
    try (FileInputStream input = job.input().inputStream()) {
      return new Result.Counted(job.name(), counting.count(input));
    } catch (IOException e) {
      return new Result.Failed(job.name(), Words.of(e));
    }
  }

  /** Standard input is a pipe whose other end the parent alone has: it ends when the parent does, however that was. */
  private static void endWithParent() {
    Thread unused =
        Thread.ofPlatform()
            .daemon()
            .name("end-with-parent")
            .start(
                () -> {
                  awaitEndOfInput();
                  Runtime.getRuntime().halt(FAILED);
                });
  }

  private static void awaitEndOfInput() {
    try {
      long nothing = System.in.transferTo(OutputStream.nullOutputStream());
      assert nothing == 0 : "the parent writes nothing there";
    } catch (IOException e) {
      // As good as its end.
    }
  }
}
