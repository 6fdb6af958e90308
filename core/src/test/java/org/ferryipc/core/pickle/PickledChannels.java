package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/** Pickled messages of several kinds, and channels for them. */
abstract class PickledChannels {
  /** With everything that can be borrowed. */
  record Note(int id, CharSequence text, CharSequence wide, BorrowedData data) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeInt(id);
      out.writeString(text);
      out.writeString16(wide);
      out.writeData(data);
    }

    static Note readFrom(PickleReader in) throws SerializationException {
      return new Note(in.readInt(), in.readStringView(), in.readString16View(), in.readDataView());
    }
  }

  /** The same, copied. */
  record Plain(int id, String text, String wide, byte[] data) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeInt(id);
      out.writeString(text);
      out.writeString16(wide);
      out.writeData(data);
    }

    static Plain readFrom(PickleReader in) throws SerializationException {
      return new Plain(in.readInt(), in.readString(), in.readString16(), in.readData());
    }
  }

  /** With a handle. */
  record Parcel(CharSequence name, IpcSender<Plain> reply) implements Pickled {
    private static final MessageType<IpcSender<Plain>> REPLY = new MessageType<>() {};

    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeAttachment(reply);
      out.writeString(name);
    }

    static Parcel readFrom(PickleReader in) throws SerializationException {
      IpcSender<Plain> reply = in.readAttachment(REPLY);
      return new Parcel(in.readStringView(), reply);
    }
  }

  private static final PickleCodec CODEC =
      PickleCodec.of(Note.class, Note::readFrom).and(Plain.class, Plain::readFrom).and(Parcel.class, Parcel::readFrom);

  final ChannelOptions options;

  PickledChannels(Fixture fixture) {
    this.options = fixture.options().withCodec(CODEC);
  }

  <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return channel(type, options);
  }

  static <T> IpcChannel<T> channel(Class<T> type, ChannelOptions options) throws IpcException {
    return Ferry.channel(MessageType.of(type), options);
  }

  static String text(int length) {
    return "t".repeat(length);
  }

  static byte[] data(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  static Plain plain(int id, int length) {
    return new Plain(id, text(length), "ü".repeat(length / 2), data(length));
  }

  static byte[] encoded(Pickled message) throws Exception {
    PickleWriter out = new PickleWriter();
    message.writeTo(out);
    return out.toPickle().toByteArray();
  }

  static void assertSame(Note got, Plain sent) {
    assertThat(got.id()).isEqualTo(sent.id());
    assertThat(got.text().toString()).isEqualTo(sent.text());
    assertThat(got.wide().toString()).isEqualTo(sent.wide());
    assertThat(got.data().toArray()).isEqualTo(sent.data());
  }

  // Sends as one type what is received as another of the same form.
  static OpaqueSender sendTo(IpcChannel<?> channel) {
    return channel.sender().opaque();
  }

  static OpaqueMessage message(Pickled value) throws Exception {
    return OpaqueMessage.of(encoded(value));
  }
}
