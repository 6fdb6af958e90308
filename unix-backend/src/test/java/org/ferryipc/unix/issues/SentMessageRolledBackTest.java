package org.ferryipc.unix.issues;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.leak.FailingCloses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A message was on its way, and then the close of a stream that one of its descriptors was taken from threw: the send failed,
 * and its handles were open here while the receiver owned them, some with numbers that were free again.
 */
class SentMessageRolledBackTest {
  private static final Logger LOG = Logger.getLogger("org.ferryipc");

  @TempDir Path folder;

  record ManyFiles(List<OwnedFd> files) {}

  @BeforeEach
  void quiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void loud() {
    LOG.setLevel(null);
  }

  @Test
  @FailingCloses(1)
  void anUncheckedExceptionFromAStreamsCloseIsReportedAndTheMessageIsSent() throws Exception {
    sendsAll(new IllegalStateException("on purpose"), 3);
  }

  @Test
  @FailingCloses(1)
  void anErrorToo() throws Exception {
    sendsAll(new AssertionError("on purpose"), 3);
  }

  @Test
  @FailingCloses(1)
  void alsoWhenTheDescriptorsRideInACrate() throws Exception {
    sendsAll(new IllegalStateException("on purpose"), 300);
  }

  private void sendsAll(Throwable failure, int count) throws Exception {
    try (IpcChannel<ManyFiles> channel = Ferry.channel(ManyFiles.class)) {
      List<OwnedFd> sent = new ArrayList<>();
      Path first = Files.writeString(folder.resolve("first"), "x");
      sent.add(OwnedFd.from(new ThrowsOnClose(first.toFile(), failure)));
      for (int i = 1; i < count; i++) {
        sent.add(OwnedFd.open(first));
      }
      assertThat(channel.sender().trySend(new ManyFiles(sent))).isTrue();
      assertThat(sent).allSatisfy(file -> assertThat(file.state()).isInstanceOf(HandleState.Moved.class));
      try (Delivery<ManyFiles> arrived = channel.receiver().take()) {
        assertThat(arrived.value().files()).hasSize(count).allSatisfy(file -> assertThat(file.size()).isEqualTo(1));
      }
    }
  }

  private static final class ThrowsOnClose extends FileInputStream {
    private final Throwable failure;

    ThrowsOnClose(File file, Throwable failure) throws IOException {
      super(file);
      this.failure = failure;
    }

    @Override
    public void close() throws IOException {
      super.close();
      switch (failure) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IOException(failure);
      }
    }
  }
}
