package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Options of an end that travelled: those of the channel it came through, until its holder gives it its own. */
public abstract class OptionsContract extends Contract {
  private static final MessageType<String> WORDS = MessageType.of(String.class);

  protected OptionsContract(Fixture fixture) {
    super(fixture);
  }

  record Ends(IpcSender<String> sender, IpcReceiver<String> receiver, Duplex<String, String> both) {}

  record BytesEnds(BytesSender sender, BytesReceiver receiver) {}

  @Test
  void anEndThatCameThroughAnotherChannelIsGivenItsCodec() throws Exception {
    ChannelOptions reversing = fixture.options().withCodec(new Reversing());
    try (IpcChannel<Ends> way = channel(Ends.class);
        IpcChannel<String> out = Ferry.channel(WORDS, reversing);
        IpcChannel<String> in = Ferry.channel(WORDS, reversing);
        DuplexPair<String, String> both = Ferry.duplex(WORDS, WORDS, reversing)) {
      way.sender().send(new Ends(out.sender(), in.receiver(), both.left()));
      try (Delivery<Ends> arrived = way.receiver().take()) {
        arrived.value().sender().send("by the codec of the way");
        assertThatThrownBy(() -> out.receiver().receive()).isInstanceOf(SerializationException.class);
        try (IpcSender<String> sender = arrived.value().sender().withOptions(reversing);
            IpcReceiver<String> receiver = arrived.value().receiver().withOptions(reversing);
            Duplex<String, String> end = arrived.value().both().withOptions(reversing)) {
          assertThat(arrived.value().sender().state()).isEqualTo(new HandleState.Moved("withOptions()"));
          sender.send("there");
          assertThat(out.receiver().receive()).isEqualTo("there");
          in.sender().send("and back");
          assertThat(receiver.receive()).isEqualTo("and back");
          end.send("both");
          assertThat(both.right().receive()).isEqualTo("both");
          both.right().send("ways");
          assertThat(end.receive()).isEqualTo("ways");
        }
      }
    }
  }

  @Test
  void anEndThatCameThroughAnotherChannelIsGivenItsLimits() throws Exception {
    ChannelOptions narrow = with(Limits.DEFAULT.withMessageBytes(200));
    try (IpcChannel<BytesEnds> way = Ferry.channel(MessageType.of(BytesEnds.class), narrow);
        BytesChannel out = bytes();
        BytesChannel in = bytes()) {
      way.sender().send(new BytesEnds(out.sender(), in.receiver()));
      MemorySegment large = MemorySegment.ofArray(pattern(201, 1));
      try (Delivery<BytesEnds> arrived = way.receiver().take()) {
        assertThatThrownBy(() -> arrived.value().sender().send(large)).isInstanceOf(LimitExceededException.class);
        try (BytesSender sender = arrived.value().sender().withOptions(fixture.options());
            BytesReceiver receiver = arrived.value().receiver().withOptions(fixture.options())) {
          sender.send(large);
          assertPattern(out.receiver().receive(), 201, 1);
          in.sender().send(large);
          assertPattern(receiver.receive(), 201, 1);
        }
      }
    }
  }

  /** Strings of one byte per character, backwards. */
  private static final class Reversing implements Codec {
    @Override
    public String name() {
      return "reversing";
    }

    @Override
    public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) {
      return new MessageCodec<>() {
        @Override
        public void encode(T value, PayloadBuffer out, HandleSink handles) throws LimitExceededException {
          String backwards = new StringBuilder("#" + value).reverse().toString();
          out.write(MemorySegment.ofArray(backwards.getBytes(StandardCharsets.ISO_8859_1)));
        }

        @Override
        @SuppressWarnings("unchecked") // for strings alone
        public T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
          byte[] mine = MemorySegment.ofArray(bytes).asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
          String value = new StringBuilder(new String(mine, StandardCharsets.ISO_8859_1)).reverse().toString();
          if (!value.startsWith("#")) {
            throw new SerializationException("not written by this codec", null);
          }
          return (T) value.substring(1);
        }
      };
    }
  }
}
