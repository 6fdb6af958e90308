package org.ferryipc.receiverset;

import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;

/** The membership of a receiver whose messages are decoded later. */
public final class OpaqueRegistration extends Registration<OpaqueMessage> {
  final Member<OpaqueReceiver, OpaqueMessage> opaque;

  OpaqueRegistration(Member<OpaqueReceiver, OpaqueMessage> member) {
    super(member);
    this.opaque = member;
  }
}
