package org.ferryipc.core.smile;

import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindContext;

/** The message at hand in one encoder or decoder. Belongs to one thread at a time. */
final class CurrentMessage {
  final RootType root;
  @Nullable HandleSink sink;
  @Nullable HandleSource source;

  // How many places around the current one are declared as Object: in them a receiver reads no handle.
  int untyped;

  CurrentMessage(RootType root) {
    this.root = root;
  }

  void begin(HandleSink handles) {
    sink = handles;
    untyped = root.untyped() ? 1 : 0;
  }

  void begin(HandleSource handles) {
    source = handles;
  }

  void end() {
    sink = null;
    source = null;
  }

  /** {@return the message that a mapper works on}; null in a mapper that is no codec's */
  static @Nullable CurrentMessage of(DatabindContext context) {
    return context.getAttribute(HandleAttributes.KEY) instanceof CurrentMessage message ? message : null;
  }
}
