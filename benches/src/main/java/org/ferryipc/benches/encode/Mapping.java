package org.ferryipc.benches.encode;

/** How a struct becomes a record, and back. */
interface Mapping<T> {
  /** {@return the record of a struct} */
  T record(Datagram from);

  /** Fills a struct. */
  void struct(T from, Datagram into);
}
