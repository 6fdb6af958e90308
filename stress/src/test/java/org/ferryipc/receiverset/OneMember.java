package org.ferryipc.receiverset;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;

/** A set, and a channel within the process whose receiver may be in it. */
public class OneMember {
  private static final ChannelOptions OPTIONS = ChannelOptions.defaults().withReach(Reach.PROCESS);
  private static final MessageType<String> TEXT = MessageType.of(String.class);

  final ReceiverSet set;
  final IpcSender<String> sender;
  final IpcReceiver<String> receiver;
  private volatile IpcReceiver<String> back;

  OneMember() {
    try {
      set = new ReceiverSet();
      IpcChannel<String> channel = Ferry.channel(TEXT, OPTIONS);
      sender = channel.sender();
      receiver = channel.receiver();
    } catch (IpcException e) {
      throw new AssertionError(e);
    }
  }

  final Registration<String> add() {
    try {
      return set.add(receiver);
    } catch (IpcException e) {
      throw new AssertionError(e);
    }
  }

  final void send() {
    try {
      sender.send("message");
    } catch (IpcException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** {@return 10 for each end and 1 for each message that is there now} */
  final int selectNow() {
    try {
      int found = 0;
      for (Selection selection : set.selectNow()) {
        found += selection instanceof Selection.Closed ? 10 : 1;
      }
      return found;
    } catch (IpcException e) {
      throw new AssertionError(e);
    } catch (HandleStateException closed) {
      return 0;
    }
  }

  /** {@return how many messages a removed receiver has, -1 if it could not be removed} */
  final int remove(Registration<String> member) {
    try {
      back = set.remove(member);
    } catch (HandleStateException ended) {
      return -1;
    }
    try {
      int found = 0;
      while (back.tryReceive() instanceof Received.Message<String>) {
        found++;
      }
      return found;
    } catch (IpcException e) {
      throw new AssertionError(e);
    }
  }

  final void closeAll() {
    set.close();
    sender.close();
    receiver.close();
    IpcReceiver<String> removed = back;
    if (removed != null) {
      removed.close();
    }
  }
}
