package org.ferryipc.receiverset;

import org.ferryipc.core.BytesReceiver;

/** The membership of a bytes receiver. */
public final class BytesRegistration extends Registration<byte[]> {
  final Member<BytesReceiver, byte[]> bytes;

  BytesRegistration(Member<BytesReceiver, byte[]> member) {
    super(member);
    this.bytes = member;
  }
}
