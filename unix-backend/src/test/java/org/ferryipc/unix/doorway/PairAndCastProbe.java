package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.ferryipc.unix.doorway.FactReport.leftSince;
import static org.ferryipc.unix.doorway.FactReport.report;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.leak.OpenDescriptors;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketPair;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Sees what is left of socket pairs and connections, and of descriptors that were cast to other
 * types, when all was closed. Never run it as a user who may write to {@code /dev}: see {@link
 * #castsToFileChannel}.
 */
final class PairAndCastProbe {

  private static final int FEW = 20;
  private static final int STREAMS_EACH_WAY = 100;
  private static final Path DEVICES = Path.of("/dev");
  private static final byte[] TEXT = "moved".getBytes(UTF_8);

  private PairAndCastProbe() {}

  public static void main(String[] arguments) throws Exception {
    ProbeConnection.open().close(); // loads the native library, which may keep things open
    report(Fact.CONNECTIONS_LEAK_NOTHING, () -> left(ProbeConnection::open));
    report(Fact.STREAM_PAIR_LEAKS_TWO, () -> left(AFUNIXSocketPair::open));
    report(
        Fact.SEQPACKET_PAIR_LEAKS_TWO,
        () -> left(() -> AFUNIXSocketPair.openDatagram(AFSocketType.SOCK_SEQPACKET)));
    report(Fact.FILE_CHANNEL_LEAKS, PairAndCastProbe::castsToFileChannel);
    report(Fact.SOCKET_CHANNEL_LEAKS, PairAndCastProbe::castsToSocketChannel);
    report(Fact.STREAM_CASTS_ARE_EXACT, PairAndCastProbe::castsToStreams);
    report(Fact.CAST_GIVES_A_REDIRECT, PairAndCastProbe::castToRedirect);
  }

  @FunctionalInterface
  private interface Opening {
    AutoCloseable open() throws Exception;
  }

  private static String left(Opening opening) throws Exception {
    OpenDescriptors before = OpenDescriptors.now();
    for (int i = 0; i < FEW; i++) {
      opening.open().close();
    }
    return leftSince(before) + " left";
  }

  /**
   * Closing such a channel also deletes the path it was opened with to get a channel at all, and
   * that path is {@code /dev/null} ({@code RAFChannelProvider.close}): as root, the machine has
   * none from then on.
   */
  private static String castsToFileChannel() throws Throwable {
    if (Files.isWritable(DEVICES)) {
      throw new IllegalStateException("not run, as it would delete /dev/null");
    }
    var files = new ArrayList<UnownedDescriptor>();
    for (int i = 0; i < FEW; i++) {
      UnownedDescriptor file = UnownedDescriptor.file();
      files.add(file);
      FileDescriptorCast.unsafeUsing(file.number()).as(FileChannel.class).close();
    }
    return stillOpen(files);
  }

  private static String castsToSocketChannel() throws Throwable {
    var ends = new ArrayList<UnownedDescriptor>();
    for (int i = 0; i < FEW / 2; i++) {
      for (UnownedDescriptor end : UnownedDescriptor.socketPair()) {
        ends.add(end);
        FileDescriptorCast.unsafeUsing(end.number()).as(AFUNIXSocketChannel.class).close();
      }
    }
    return stillOpen(ends);
  }

  /**
   * Each stream is closed while all others are open, so one that closed a number not its own would
   * break another.
   */
  private static String castsToStreams() throws Throwable {
    OpenDescriptors before = OpenDescriptors.now();
    var ends = new ArrayList<UnownedDescriptor>();
    var outputs = new ArrayList<FileOutputStream>();
    var inputs = new ArrayList<FileInputStream>();
    for (int i = 0; i < STREAMS_EACH_WAY; i++) {
      List<UnownedDescriptor> pair = UnownedDescriptor.socketPair();
      ends.addAll(pair);
      outputs.add(FileDescriptorCast.unsafeUsing(pair.get(0).number()).as(FileOutputStream.class));
      inputs.add(FileDescriptorCast.unsafeUsing(pair.get(1).number()).as(FileInputStream.class));
    }
    boolean sameText = true;
    for (int i = 0; i < STREAMS_EACH_WAY; i++) {
      outputs.get(i).write(TEXT);
      outputs.get(i).close();
      sameText &= Arrays.equals(TEXT, inputs.get(i).readNBytes(TEXT.length));
      inputs.get(i).close();
    }
    // The cast itself must not open anything either, so all descriptors are counted, not only the
    // ends.
    int left = OpenDescriptors.now().since(before).size();
    return left + " of " + ends.size() + " left, text: " + sameText;
  }

  private static String castToRedirect() throws Throwable {
    List<UnownedDescriptor> pair = UnownedDescriptor.socketPair();
    UnownedDescriptor childsEnd = pair.get(0);
    Redirect redirect = FileDescriptorCast.unsafeUsing(childsEnd.number()).as(Redirect.class);
    int status = new ProcessBuilder("printf", "hello").redirectOutput(redirect).start().waitFor();
    childsEnd.close();
    try (FileInputStream written =
        FileDescriptorCast.unsafeUsing(pair.get(1).number()).as(FileInputStream.class)) {
      return "exit " + status + ", wrote \"" + new String(written.readAllBytes(), UTF_8) + "\"";
    }
  }

  private static String stillOpen(List<UnownedDescriptor> descriptors) throws Exception {
    leftSince(OpenDescriptors.now()); // nothing may come to their rescue late
    int open = 0;
    for (UnownedDescriptor descriptor : descriptors) {
      open += descriptor.isOpen() ? 1 : 0;
    }
    return open + " of " + descriptors.size() + " left";
  }
}
