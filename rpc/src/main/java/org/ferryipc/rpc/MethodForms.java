package org.ferryipc.rpc;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** How the arguments and the result of one method are written on one connection. */
final class MethodForms {
  final MethodPlan plan;
  final ValueForm result;
  /** How long its calls took on this side. */
  final Briefness briefness = new Briefness();

  private final ValueForm[] parameters;
  private final boolean references;

  /** Whether handles can be in the arguments. */
  final boolean argumentsMayHoldHandles;

  MethodForms(MethodPlan plan, ValueForm[] parameters, ValueForm result) {
    this.plan = plan;
    this.parameters = parameters;
    this.result = result;
    boolean byReference = false;
    boolean handles = false;
    for (ValueForm parameter : parameters) {
      byReference |= parameter.byReference();
      handles |= parameter.mayHoldHandles();
    }
    this.references = byReference;
    this.argumentsMayHoldHandles = handles;
  }

  void write(@Nullable Object[] arguments, WireWriter out, Cargo cargo) throws IpcException {
    if (references) {
      for (int i = 0; i < parameters.length; i++) {
        if (parameters[i].byReference()) {
          parameters[i].write(arguments[i], out, cargo);
        }
      }
    }
    for (int i = 0; i < parameters.length; i++) {
      if (!parameters[i].byReference()) {
        parameters[i].write(arguments[i], out, cargo);
      }
    }
  }

  @Nullable Object[] read(WireReader in, Cargo cargo) throws SerializationException {
    @Nullable Object[] arguments = new @Nullable Object[parameters.length];
    if (references) {
      for (int i = 0; i < parameters.length; i++) {
        if (parameters[i].byReference()) {
          arguments[i] = parameters[i].read(in, cargo);
        }
      }
    }
    for (int i = 0; i < parameters.length; i++) {
      if (!parameters[i].byReference()) {
        arguments[i] = parameters[i].read(in, cargo);
      }
    }
    in.checkEnd();
    return arguments;
  }
}
