package org.ferryipc.rpc;

import java.lang.reflect.Type;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** Binds methods to the codec of one connection, each when it is first used. Thread-safe. */
final class Forms {
  private final Connection connection;
  private final ChannelOptions values;
  private final ConcurrentHashMap<MethodPlan, MethodForms> bound = new ConcurrentHashMap<>();

  Forms(Connection connection, ChannelOptions values) {
    this.connection = connection;
    this.values = values;
  }

  /**
   * {@return how {@code plan}'s values are written}
   *
   * @throws SerializationException if one of its types can never travel; the text names it
   */
  MethodForms of(MethodPlan plan) throws SerializationException {
    MethodForms known = bound.get(plan);
    return known != null ? known : bind(plan);
  }

  // Two threads may bind the same method at once: codecs keep what they have bound, and the forms are values.
  private MethodForms bind(MethodPlan plan) throws SerializationException {
    ValueForm[] parameters = new ValueForm[plan.parameters.size()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = form(plan, plan.parameters.get(i));
    }
    MethodForms forms = new MethodForms(plan, parameters, form(plan, plan.result));
    bound.put(plan, forms);
    return forms;
  }

  private ValueForm form(MethodPlan plan, Type type) throws SerializationException {
    @Nullable ValueForm primitive = PrimitiveForm.of(type);
    if (primitive != null) {
      return primitive;
    }
    if (InterfacePlan.travelsByReference(type)) {
      return new ReferenceForm(InterfacePlan.of(type), connection);
    }
    try {
      return new CodecForm<>(values.codec().bind(MessageType.of(type), values.limits()));
    } catch (SerializationException refused) {
      throw new SerializationException(plan + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * Finds out now what could never travel.
   *
   * @throws IllegalArgumentException if there is such a type in the methods of {@code plan} or of what can be reached
   *     from it
   */
  static void check(InterfacePlan plan, ChannelOptions values) {
    for (InterfacePlan reachable : plan.reachable().values()) {
      for (MethodPlan method : reachable.methods) {
        method.parameters.forEach(type -> check(method, type, values));
        check(method, method.result, values);
      }
    }
  }

  private static void check(MethodPlan method, Type type, ChannelOptions values) {
    if (PrimitiveForm.of(type) == null && !InterfacePlan.travelsByReference(type)) {
      try {
        var unused = values.codec().bind(MessageType.of(type), values.limits());
      } catch (SerializationException refused) {
        throw new IllegalArgumentException(method + ": " + refused.getMessage(), refused);
      }
    }
  }
}
