package org.example.linecount;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.example.linecount.LineCount.Answer;
import org.example.linecount.LineCount.Job;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;

/** The program of a worker: it is told no path, and needs no right to open the file. */
public final class Worker {
  private Worker() {}

  /** Counts one file. */
  public static void main(String[] arguments) throws Exception {
    try (Duplex<Answer, Job> parent = Ferry.parent(Answer.class, Job.class);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(parent.receive().input().inputStream(), StandardCharsets.UTF_8))) {
      parent.send(new Answer(lines.lines().count()));
    }
  }
}
