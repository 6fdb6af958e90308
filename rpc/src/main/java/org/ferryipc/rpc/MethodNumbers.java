package org.ferryipc.rpc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers that the other side's methods have, as its tables say. */
final class MethodNumbers {
  private final ConcurrentHashMap<MethodPlan, Integer> known = new ConcurrentHashMap<>();
  private volatile Map<String, Map<String, Integer>> tables = Map.of();

  /** Learns further tables; only the thread that receives calls this. */
  void learn(Map<String, List<String>> fresh) {
    Map<String, Map<String, Integer>> all = new HashMap<>(tables);
    fresh.forEach((name, signatures) -> all.putIfAbsent(name, numbered(signatures)));
    tables = all;
  }

  private static Map<String, Integer> numbered(List<String> signatures) {
    Map<String, Integer> table = new HashMap<>();
    for (int i = 0; i < signatures.size(); i++) {
      table.putIfAbsent(signatures.get(i), i);
    }
    return table;
  }

  /**
   * {@return the number of a method}
   *
   * @throws RpcException.UnknownMethod if the other side has it not
   */
  int of(InterfacePlan type, MethodPlan plan) {
    Integer number = known.get(plan);
    if (number == null) {
      number = tables.getOrDefault(type.name, Map.of()).get(plan.signature);
      if (number == null) {
        throw new RpcException.UnknownMethod(
            plan + ": the other side has no " + type.name + "." + plan.signature + "; its interface is older or newer");
      }
      known.put(plan, number); // one that is missing may come with a later table
    }
    return number;
  }
}
