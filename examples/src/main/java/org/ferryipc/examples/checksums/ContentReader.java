package org.ferryipc.examples.checksums;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.LimitExceededException;

/** The process that reads: each file straight into a loaned message. Started by {@link Checksums}. */
public final class ContentReader {
  private static final int FAILED = 1;

  private ContentReader() {}

  /** Reads the directory that is the only argument. */
  public static void main(String[] arguments) throws InterruptedException {
    Path root = Path.of(arguments[0]);
    try (Duplex<Contents, String> parent = Ferry.parent(Contents.class, String.class);
        BytesChannel channel = Ferry.bytes()) {
      parent.send(new Contents(channel.receiver()));
      boolean all = sendAll(root, channel.sender());
      System.exit(all ? 0 : FAILED);
    } catch (DisconnectedException parentGone) {
      // Nobody is left to read for.
    } catch (IOException e) {
      System.err.println("ferry-sums: " + e.getMessage());
      System.exit(FAILED);
    }
  }

  private static boolean sendAll(Path root, BytesSender sender) throws IOException, InterruptedException {
    boolean all = true;
    try (sender;
        Stream<Path> tree = Files.walk(root)) {
      for (Iterator<Path> files = tree.filter(Files::isRegularFile).sorted().iterator(); files.hasNext(); ) {
        all &= send(root, files.next(), sender);
      }
    }
    return all;
  }

  private static boolean send(Path root, Path file, BytesSender sender) throws IOException, InterruptedException {
    byte[] name = root.relativize(file).toString().getBytes(StandardCharsets.UTF_8);
    try (FileChannel content = FileChannel.open(file);
        LoanedMessage message = sender.loan(FileMessage.size(name, content.size()))) {
      ByteBuffer into = FileMessage.begin(message.segment(), name).asByteBuffer();
      while (into.hasRemaining() && content.read(into) >= 0) {}
      message.shorten(message.size() - into.remaining()); // it may have become shorter meanwhile
      message.send();
      return true;
    } catch (LimitExceededException tooLarge) {
      System.err.println("ferry-sums: " + file + " is too large for a message");
      return false;
    }
  }
}
