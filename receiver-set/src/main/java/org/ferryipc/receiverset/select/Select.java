package org.ferryipc.receiverset.select;

import java.util.List;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;

/**
 * Begins a {@link Choice} among several receivers.
 *
 * {@snippet :
 * boolean inTime =
 *     Select.on(jobs, job -> run(job))
 *         .on(orders, order -> obey(order)).atEnd(reason -> stop())
 *         .orAfter(Duration.ofSeconds(1));
 * }
 *
 * <p>For a few receivers and a thread that waits for them, now and then. For many, or again and again, a {@link
 * org.ferryipc.receiverset.ReceiverSet} costs less: a choice that has to wait starts a virtual thread for each receiver.
 */
public final class Select {
  private static final Choice NONE = new Choice(List.of());

  private Select() {}

  /** {@return a choice of one receiver} */
  public static <T> Choice on(IpcReceiver<T> receiver, Taker<? super T> taker) {
    return NONE.on(receiver, taker);
  }

  /** {@return a choice of one two-way end} */
  public static <In> Choice on(Duplex<?, In> end, Taker<? super In> taker) {
    return NONE.on(end, taker);
  }

  /** {@return a choice of one receiver} */
  public static Choice on(BytesReceiver receiver, Taker<? super byte[]> taker) {
    return NONE.on(receiver, taker);
  }

  /** {@return a choice of one receiver} */
  public static Choice on(OpaqueReceiver receiver, Taker<? super OpaqueMessage> taker) {
    return NONE.on(receiver, taker);
  }
}
