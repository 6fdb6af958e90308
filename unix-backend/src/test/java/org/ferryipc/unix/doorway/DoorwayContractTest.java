package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ferryipc.core.doorway.DoorwayContract;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract over sockets, with names in the file system. */
class DoorwayContractTest extends DoorwayContract {
  @TempDir private Path directory;
  private int names;

  @Override
  protected DoorwayOptions options() {
    return DoorwayOptions.defaults();
  }

  @Override
  protected String freshName() {
    return directory.resolve("name-" + names++).toString();
  }

  @AfterEach
  void everyNameIsGone() throws Exception {
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }
}
