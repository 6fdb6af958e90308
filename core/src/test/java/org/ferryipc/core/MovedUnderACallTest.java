package org.ferryipc.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Waiting;
import org.junit.jupiter.api.Test;

/**
 * A sender that another thread moves between the moment when a call has begun and the moment when it reaches the port. The
 * port here brings that about by moving its own sender at that moment.
 */
class MovedUnderACallTest {

  record Cargo(IpcSender<String> sender) {}

  @Test
  void aSendSaysThatItsSenderWasMoved() throws Exception {
    whileMoved(
        sender ->
            assertThatThrownBy(() -> sender.send("too late"))
                .isInstanceOf(HandleMovedException.class)
                .hasMessageContaining("send on IpcSender<Cargo>"));
  }

  @Test
  void aTrySaysThatItsSenderWasMoved() throws Exception {
    whileMoved(
        sender -> assertThatThrownBy(() -> sender.trySend("too late")).isInstanceOf(HandleMovedException.class));
  }

  @Test
  void aShareMakesNoReferenceToNothing() throws Exception {
    whileMoved(sender -> assertThatThrownBy(sender::share).isInstanceOf(HandleMovedException.class));
  }

  private interface Call {
    void on(IpcSender<String> sender);
  }

  private static void whileMoved(Call call) throws IpcException {
    ChannelOptions here = ChannelOptions.defaults().withReach(Reach.PROCESS);
    try (IpcChannel<Cargo> way = Ferry.channel(MessageType.of(Cargo.class), here)) {
      MovingPort port = new MovingPort(way);
      IpcSender<String> sender = EndAccess.get().sender(port, MessageType.of(String.class), here);
      port.self = sender;
      call.on(sender);
      assertThat(sender.state()).isInstanceOf(HandleState.Moved.class);
      way.receiver().take().close();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class MovingPort implements SendPort {
    private final IpcChannel<Cargo> way;
    private IpcSender<String> self;

    MovingPort(IpcChannel<Cargo> way) {
      this.way = way;
    }

    private void move() {
      try {
        way.sender().send(new Cargo(self));
      } catch (IpcException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public boolean trySend(Outgoing message) {
      move();
      return false;
    }

    @Override
    public boolean trySendBytes(MemorySegment buffer, long offset, long length) {
      throw new AssertionError("not sent as bytes");
    }

    @Override
    public void share() {
      move();
      throw new HandleClosedException("port");
    }

    @Override
    public void awaitRoom(Deadline deadline, Waiting caller) {}

    @Override
    public int packetBytes() {
      return 1;
    }

    @Override
    public HandleKind kind() {
      return HandleKind.SENDER;
    }

    @Override
    public void wake() {}

    @Override
    public void release(CloseReason.Closed reason) {}
  }
}
