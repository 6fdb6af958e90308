package org.ferryipc.benches.crossing;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.failure.DisconnectedException;

/**
 * The other process of {@link TypedPingPong} and {@link TypedOneWay}. Its arguments: the policy of lanes, where it runs, and
 * after how many messages it sends one back.
 */
public final class QuotePartner {
  private QuotePartner() {}

  /** Answers until the benchmark's end closes. */
  public static void main(String[] arguments) throws Exception {
    MessageType<Quote> type = MessageType.of(Quote.class);
    Where.of(arguments[1]).there();
    int each = Integer.parseInt(arguments[2]);
    try (Duplex<Quote, Quote> parent = Ferry.parent(type, type, DoorwayOptions.of(Lanes.of(arguments[0])))) {
      while (true) {
        Quote last = parent.receive();
        for (int i = 1; i < each; i++) {
          last = parent.receive();
        }
        parent.send(last);
      }
    } catch (DisconnectedException over) {
      // The benchmark has ended.
    }
  }
}
