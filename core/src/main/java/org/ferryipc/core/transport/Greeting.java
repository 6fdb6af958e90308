package org.ferryipc.core.transport;

import java.util.Optional;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.NameCheck;
import org.ferryipc.core.failure.RefusedException.Mismatch;

/**
 * What one side says about the channel it wants, as seen from that side.
 *
 * @param shape which ways messages go
 * @param codec the name of its codec
 * @param sends the name of the messages it sends; empty if it sends none
 * @param receives the name of the messages it receives; empty if it receives none
 * @param check whether the other side's names must match
 */
public record Greeting(Shape shape, String codec, String sends, String receives, NameCheck check) {

  /** Which ways messages go. */
  public enum Shape {
    /** From the client to the server. */
    ONE_WAY,
    /** Both ways. */
    TWO_WAY
  }

  /** {@return the greeting of a client that sends one way} */
  public static Greeting sender(MessageType<?> type, DoorwayOptions options) {
    return new Greeting(Shape.ONE_WAY, codec(options), type.name(), "", options.names());
  }

  /** {@return the greeting of a server to which clients send one way} */
  public static Greeting receiver(MessageType<?> type, DoorwayOptions options) {
    return new Greeting(Shape.ONE_WAY, codec(options), "", type.name(), options.names());
  }

  /** {@return the greeting of either side of a channel that goes both ways} */
  public static Greeting duplex(MessageType<?> out, MessageType<?> in, DoorwayOptions options) {
    return new Greeting(Shape.TWO_WAY, codec(options), out.name(), in.name(), options.names());
  }

  /**
   * {@return why this server and {@code client} cannot talk: what each of them said; empty if they can}
   *
   * <p>Message names count only if both sides check them. Shape and codec always count: without them no byte would be
   * understood.
   */
  public Optional<Mismatch> mismatch(Greeting client) {
    if (shape != client.shape) {
      return Optional.of(new Mismatch("channel", words(shape), words(client.shape)));
    }
    if (!codec.equals(client.codec)) {
      return Optional.of(new Mismatch("codec", codec, client.codec));
    }
    if (check == NameCheck.IGNORED || client.check == NameCheck.IGNORED) {
      return Optional.empty();
    }
    if (!receives.equals(client.sends)) {
      return Optional.of(new Mismatch("messages to the server", receives, client.sends));
    }
    if (!sends.equals(client.receives)) {
      return Optional.of(new Mismatch("messages to the client", sends, client.receives));
    }
    return Optional.empty();
  }

  private static String codec(DoorwayOptions options) {
    ChannelOptions channel = options.channel();
    return channel.codec().name();
  }

  private static String words(Shape shape) {
    return switch (shape) {
      case ONE_WAY -> "one-way";
      case TWO_WAY -> "two-way";
    };
  }
}
