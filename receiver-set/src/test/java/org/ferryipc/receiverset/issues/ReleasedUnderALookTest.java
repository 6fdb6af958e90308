package org.ferryipc.receiverset.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.unix.waiting.Pollable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A set that was closed while its selecting thread asked a member whether it rests gave back the memory of the lane that was being
 * looked at, which could end the virtual machine.
 */
class ReleasedUnderALookTest {
  private final List<String> events = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"tryReceive", "lively", "rest"})
  void aMemberIsGivenBackBehindTheLast(String look) throws Exception {
    ReceiverSet set = new ReceiverSet();
    try (IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class))) {
      Registration<String> unused = set.add(watched(channel.receiver(), look, set));
      while (events.isEmpty()) { // a member that has messages is not asked each time whether it rests
        channel.sender().send("word");
        List<?> unusedFound = set.select(Duration.ofSeconds(20));
      }
      assertThat(events).containsExactly("closed in " + look, look + " is over", "released");
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(set::select);
    } finally {
      set.close();
    }
  }

  // One whose port closes the set in the middle of the first such look of a select.
  private IpcReceiver<String> watched(IpcReceiver<String> receiver, String look, ReceiverSet set) {
    Object port = EndAccess.get().detach(receiver, "a test");
    Object watched =
        Proxy.newProxyInstance(
            ReleasedUnderALookTest.class.getClassLoader(),
            new Class<?>[] {ReceivePort.class, Pollable.class},
            (proxy, method, arguments) -> {
              boolean first = method.getName().equals(look) && events.isEmpty() && isSelecting();
              if (first) {
                events.add("closed in " + look);
                set.close();
              }
              if (method.getName().equals("release")) {
                events.add("released");
              }
              Object result = method.invoke(port, arguments);
              if (first) {
                events.add(look + " is over");
              }
              return result;
            });
    return EndAccess.get().receiver((ReceivePort) watched, MessageType.of(String.class), ChannelOptions.defaults());
  }

  private static boolean isSelecting() {
    return StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("select")));
  }
}
