package org.ferryipc.examples.wordcount;

import java.io.PrintStream;
import java.util.Locale;

/**
 * What went between the two processes, and what is left of it.
 *
 * @param jobs how many were sent, each with two descriptors: a file and the sending end for its result
 * @param results how many came back
 * @param worker the worker's open descriptors
 * @param here those of this process
 */
record Traffic(long jobs, long results, BeforeAndAfter worker, BeforeAndAfter here) {
  private static final int DESCRIPTORS_OF_A_JOB = 2;
  private static final int STARTS = 1; // with one descriptor, the receiving end for the jobs
  private static final int COUNTS = 2; // of open descriptors, one before the jobs and one after

  /**
   * What a process had open.
   *
   * @param before the first job
   * @param after the last result
   */
  record BeforeAndAfter(OpenDescriptors before, OpenDescriptors after) {
    private int left() {
      return after.count() - before.count();
    }

    private String text() {
      return before.count() + " before and " + after.count() + " after";
    }
  }

  void print(PrintStream out) {
    print(out, "messages     %,d to the worker, %,d back%n", STARTS + jobs, COUNTS + results);
    print(
        out,
        "descriptors  %,d moved to the worker: %,d files, %,d reply senders, %,d job receiver%n",
        DESCRIPTORS_OF_A_JOB * jobs + STARTS,
        jobs,
        jobs,
        STARTS);
    print(
        out,
        "left open    %d in the worker (%s), %d here (%s)%n",
        worker.left(),
        worker.text(),
        here.left(),
        here.text());
  }

  private static void print(PrintStream out, String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
  }
}
