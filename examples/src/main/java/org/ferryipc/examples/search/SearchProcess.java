package org.ferryipc.examples.search;

import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;

/** The process that searches: it opens nothing, and gets each text as a message. */
public final class SearchProcess {
  private SearchProcess() {}

  /** Serves the process that started it. */
  public static void main(String[] arguments) throws Exception {
    try (Duplex<Summary, Request> parent =
        Ferry.parent(MessageType.of(Summary.class), MessageType.of(Request.class), Search.DOORWAY)) {
      if (!(parent.receive() instanceof Request.Query query)) {
        throw new IllegalStateException("the first request is no query");
      }
      Search search = new Search(query);
      boolean ended = false;
      while (!ended) {
        // When the delivery is closed, what was borrowed of it is over.
        try (Delivery<Request> delivery = parent.take()) {
          switch (delivery.value()) {
            case Request.Page page -> search.in(page);
            case Request.End end -> ended = true;
            case Request.Query again -> throw new IllegalStateException("a second query: " + again.word());
          }
        }
      }
      parent.send(search.end());
    }
  }
}
