package org.ferryipc.receiverset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.leak.Warnings;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A set that a program loses is closed with all that is in it, and the log says so. */
class LostSetTest {
  @RegisterExtension final Warnings warnings = new Warnings();

  record Parcel(IpcSender<String> reply) {}

  @ParameterizedTest
  @EnumSource
  void closesItsReceiversItsPollersAndWhatNobodyDecoded(Reach reach) throws Exception {
    ChannelOptions options = ChannelOptions.defaults().withReach(reach);
    try (IpcChannel<String> replies = Ferry.channel(MessageType.of(String.class), options);
        IpcSender<Parcel> sender = senderOfLostSet(options, replies.sender())) {
      while (!(replies.receiver().tryReceive(Duration.ofMillis(5)) instanceof Received.Closed<?>)) {
        System.gc();
      }
      while (isConnected(sender)) {
        System.gc();
      }
      warnings.await(text -> text.contains("ReceiverSet")); // the set and its member are two records of the net
      warnings.await(text -> text.contains("IpcReceiver"));
    }
  }

  private static IpcSender<Parcel> senderOfLostSet(ChannelOptions options, IpcSender<String> reply) throws Exception {
    ReceiverSet set = new ReceiverSet();
    IpcChannel<Parcel> channel = Ferry.channel(MessageType.of(Parcel.class), options);
    Registration<Parcel> unused = set.add(channel.receiver());
    channel.sender().send(new Parcel(reply));
    List<Selection> lost = new ArrayList<>(set.select());
    assertThat(lost).hasSize(1);
    return channel.sender();
  }

  private static boolean isConnected(IpcSender<Parcel> sender) throws Exception {
    try (IpcChannel<String> other = Ferry.channel(String.class)) {
      boolean unused = sender.trySend(new Parcel(other.sender()));
      return true;
    } catch (DisconnectedException gone) {
      return false;
    }
  }
}
