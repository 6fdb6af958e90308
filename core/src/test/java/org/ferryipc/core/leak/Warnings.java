package org.ferryipc.core.leak;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps what the library logs during a test, and off the console: to be registered by a field of the test. */
public final class Warnings extends Handler implements BeforeEachCallback, AfterEachCallback {
  private static final Logger LOG = Logger.getLogger("org.ferryipc");

  private final List<String> texts = new CopyOnWriteArrayList<>();

  /** {@return the messages so far}, as they come */
  public List<String> texts() {
    return texts;
  }

  /**
   * Waits for a message, up to the test's own time limit: what is logged of an event is logged after it, by the thread
   * that it happens to, so that whoever has seen the event may be here first.
   *
   * @param ofIt says of a message whether it is the one
   * @throws InterruptedException when the test's time is over
   */
  public void await(Predicate<String> ofIt) throws InterruptedException {
    synchronized (texts) {
      while (texts.stream().noneMatch(ofIt)) {
        texts.wait();
      }
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    LOG.addHandler(this);
    LOG.setUseParentHandlers(false);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LOG.removeHandler(this);
    LOG.setUseParentHandlers(true);
  }

  @Override
  public void publish(LogRecord message) {
    synchronized (texts) {
      texts.add(message.getMessage());
      texts.notifyAll();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
