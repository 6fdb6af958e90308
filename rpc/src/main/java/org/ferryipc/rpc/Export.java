package org.ferryipc.rpc;

/** An object that the other side holds references to. Its count is guarded by its {@link Exports}. */
final class Export {
  final int id;
  final Object object;
  final InterfacePlan plan;

  /** How many references are on the other side, or on their way there. */
  long references;

  Export(int id, Object object, InterfacePlan plan) {
    this.id = id;
    this.object = object;
    this.plan = plan;
  }
}
