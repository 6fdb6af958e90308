package org.ferryipc.rpc;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;

/** Through which interfaces the other side has been told that it may call this one. */
final class Announcements {
  private final Connection connection;
  private final Set<String> announced = ConcurrentHashMap.newKeySet();

  Announcements(Connection connection) {
    this.connection = connection;
  }

  /** {@return the method tables of those that were not announced before}; they count as announced now */
  Map<String, List<String>> fresh(Map<String, InterfacePlan> callable) {
    Map<String, List<String>> fresh = new TreeMap<>();
    callable.forEach(
        (name, plan) -> {
          if (announced.add(name)) {
            fresh.put(name, plan.signatures());
          }
        });
    return fresh;
  }

  /**
   * Tells the other side through which further interfaces it may call this one, if a proxy of {@code plan} is used;
   * before the calls that need it, so it waits for room.
   *
   * @throws RpcException.TimedOut if there was none within the time limit
   * @throws RpcException.NotDelivered if the system does not let it out
   */
  void announce(InterfacePlan plan) {
    RpcOptions options = connection.options();
    Map<String, List<String>> fresh = fresh(plan.reachable());
    boolean sent = fresh.isEmpty();
    try {
      sent = sent || connection.wire().send(new Frame.Tables(fresh), Deadline.after(options.timeLimit()));
    } catch (DisconnectedException | HandleStateException over) {
      sent = true; // the connection ends, or has ended: nobody will call
    } catch (IpcException refused) {
      throw new RpcException.NotDelivered(connection + ": the other side cannot be told of " + plan, refused);
    } finally {
      if (!sent) {
        announced.removeAll(fresh.keySet());
      }
    }
    if (!sent) {
      throw new RpcException.TimedOut(connection + ": the other side takes nothing", options.timeLimit(), false);
    }
  }
}
