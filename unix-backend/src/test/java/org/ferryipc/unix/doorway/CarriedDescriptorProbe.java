package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.ferryipc.unix.doorway.FactReport.leftSince;
import static org.ferryipc.unix.doorway.FactReport.report;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.ferryipc.core.leak.OpenDescriptors;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Sees what becomes of descriptors that travel over a channel. What is sent is standard input,
 * which no fault can harm.
 */
final class CarriedDescriptorProbe {

  /**
   * The control buffer of junixsocket is always 256 bytes: a header of 16 and 4 for each
   * descriptor.
   */
  private static final int MOST = 60;

  private CarriedDescriptorProbe() {}

  public static void main(String[] arguments) throws Exception {
    ProbeConnection.open().close(); // loads the native library, which may keep things open
    OpenDescriptors before = OpenDescriptors.now();
    report(Fact.MORE_THAN_60_LOSE_THE_PAYLOAD, CarriedDescriptorProbe::oneTooMany);
    report(Fact.MORE_THAN_60_LEAK_60, () -> leftSince(before) + " left");
    report(Fact.RECEIVED_NOT_CLOSE_ON_EXEC, CarriedDescriptorProbe::closeOnExec);
    report(Fact.FULL_SOCKET_DROPS_DESCRIPTORS, CarriedDescriptorProbe::fullSocket);
    report(Fact.CARRIER_CLOSES_WHAT_IT_HANDED_OVER, CarriedDescriptorProbe::closedCarrier);
  }

  private static String oneTooMany() throws IOException {
    try (ProbeConnection connection = ProbeConnection.open()) {
      var descriptors = new FileDescriptor[MOST + 1];
      Arrays.fill(descriptors, FileDescriptor.in);
      connection.client().setOutboundFileDescriptors(descriptors);
      connection.client().write(bytes("lost"));
      connection.client().write(bytes("next"));
      try {
        return "read \"" + read(connection.server()) + "\"";
      } catch (SocketException e) {
        return "SocketException, then \"" + read(connection.server()) + "\"";
      }
    }
  }

  private static String closeOnExec() throws IOException {
    try (ProbeConnection connection = ProbeConnection.open()) {
      return "close-on-exec: " + isCloseOnExec(numberOf(transfer(connection)));
    }
  }

  private static String fullSocket() throws IOException {
    try (ProbeConnection connection = ProbeConnection.open()) {
      connection.client().configureBlocking(false);
      ByteBuffer filling = ByteBuffer.allocate(4_096);
      long queued = 0;
      for (int count = -1; count != 0; queued += count) {
        count = connection.client().write(filling.clear());
      }
      connection.client().setOutboundFileDescriptors(FileDescriptor.in);
      int written = connection.client().write(bytes("x"));
      boolean pending = connection.client().hasOutboundFileDescriptors();

      while (queued > 0) {
        queued -= connection.server().read(filling.clear());
      }
      connection.client().write(bytes("x"));
      read(connection.server());
      int carried = connection.server().getReceivedFileDescriptors().length;
      return "wrote " + written + ", pending: " + pending + ", the retry carried " + carried;
    }
  }

  private static String closedCarrier() throws IOException {
    UnownedDescriptor received;
    boolean before;
    try (ProbeConnection connection = ProbeConnection.open()) {
      received = UnownedDescriptor.of(numberOf(transfer(connection)));
      before = received.isOpen();
    }
    return "open before: " + before + ", open after: " + received.isOpen();
  }

  private static FileDescriptor transfer(ProbeConnection connection) throws IOException {
    connection.client().setOutboundFileDescriptors(FileDescriptor.in);
    connection.client().write(bytes("x"));
    read(connection.server());
    return connection.server().getReceivedFileDescriptors()[0];
  }

  static int numberOf(FileDescriptor descriptor) throws IOException {
    return FileDescriptorCast.using(descriptor).as(Integer.class);
  }

  /**
   * {@return whether the kernel closes this descriptor at execve(2)}: in {@code flags}, octal,
   * O_CLOEXEC is 02000000 (proc_pid_fdinfo(5)).
   */
  static boolean isCloseOnExec(int number) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + number))) {
      if (line.startsWith("flags:")) {
        return (Long.parseLong(line.substring("flags:".length()).strip(), 8) & 02000000) != 0;
      }
    }
    throw new IOException("no flags for descriptor " + number);
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  static String read(ReadableByteChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(64);
    channel.read(buffer);
    return UTF_8.decode(buffer.flip()).toString();
  }
}
