package org.ferryipc.rpc;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * Ends the calls of this side that a frame lost at the descriptor limit can have been, or can have answered. Only the
 * thread that receives uses it.
 */
final class LostFrames {
  // So many calls that were ended so are still understood when they are answered.
  private static final int MOST_DOUBTFUL = 1024;

  private final Connection connection;
  private final Calling calling;
  private final ArrayDeque<Long> doubtful = new ArrayDeque<>(0); // the oldest first

  LostFrames(Connection connection, Calling calling) {
    this.connection = connection;
    this.calling = calling;
  }

  /** A frame was lost here: the answer to one of the calls whose results may hold handles, if it was one. */
  void here(IpcException why) {
    end(call -> call.forms.result.mayHoldHandles(), "its result may be lost: " + why.getMessage(), why);
  }

  /** A frame was lost there: one of the calls whose arguments may hold handles, if it was one. */
  void there(String text) {
    end(call -> call.forms.argumentsMayHoldHandles, "it may be lost on arrival: " + text, null);
  }

  // All but one of them will still be answered: until then the other side counts them, and what comes with the answer
  // has to be understood in order to be let go. The one's place is free now; it may have been that of a one-way call.
  private void end(Predicate<OutgoingCall> concerned, String text, @Nullable IpcException why) {
    List<OutgoingCall> underWay = connection.calls().all();
    calling.freeOne();
    for (OutgoingCall call : underWay) {
      if (concerned.test(call) && call.end(Calling.maybe(call, text, why))) {
        doubtful.add(call.id);
      }
    }
    while (doubtful.size() > MOST_DOUBTFUL) {
      var unused = calling.remove(doubtful.remove());
    }
  }
}
