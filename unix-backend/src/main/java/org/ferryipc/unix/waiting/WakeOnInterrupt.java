package org.ferryipc.unix.waiting;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hears of the interrupt of a thread in a native call: {@link Thread#interrupt} does not wake it, but calls the {@code
 * wakeup} of the selector that the thread is in, and {@link #begin} says which. This is the smallest selector, for that
 * alone: nothing is registered with it and an interrupt closes nothing.
 */
abstract class WakeOnInterrupt extends AbstractSelector {
  WakeOnInterrupt() {
    super(SelectorProvider.provider());
  }

  @Override
  public abstract Selector wakeup();

  @Override
  protected final void implCloseSelector() {}

  @Override
  protected final SelectionKey register(
      AbstractSelectableChannel channel, int operations, @Nullable Object attachment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final Set<SelectionKey> keys() {
    return Set.of();
  }

  @Override
  public final Set<SelectionKey> selectedKeys() {
    return Set.of();
  }

  @Override
  public final int selectNow() {
    return 0;
  }

  @Override
  public final int select(long timeout) {
    return 0;
  }

  @Override
  public final int select() {
    return 0;
  }
}
