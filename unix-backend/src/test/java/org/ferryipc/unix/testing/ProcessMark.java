package org.ferryipc.unix.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * An environment variable that a child passes on to all it starts. By it they are found even when
 * the child is gone and they have become children of another process. It does not find a process
 * whose environment was replaced.
 *
 * @param value differs for each child
 */
record ProcessMark(String value) {

  static final String NAME = "FERRY_TEST_CHILD";

  static ProcessMark fresh() {
    return new ProcessMark(UUID.randomUUID().toString());
  }

  /**
   * Kills all processes that bear the mark, and those they start meanwhile; waits until none is
   * left.
   */
  void killAll() {
    for (List<ProcessHandle> found = bearers(); !found.isEmpty(); found = bearers()) {
      found.forEach(ProcessHandle::destroyForcibly);
      Thread.yield(); // a killed process bears the mark until the kernel has freed its memory
    }
  }

  private List<ProcessHandle> bearers() {
    return ProcessHandle.allProcesses().filter(this::isBorneBy).toList();
  }

  private boolean isBorneBy(ProcessHandle process) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
      return new String(environment, UTF_8).contains(NAME + "=" + value);
    } catch (IOException e) {
      return false; // it has exited, or is another user's and so none of ours
    }
  }
}
