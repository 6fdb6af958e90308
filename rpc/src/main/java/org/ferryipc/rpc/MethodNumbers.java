package org.ferryipc.rpc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.failure.SerializationException;

/** The numbers that the other side's methods have, as its tables say. */
final class MethodNumbers {
  // What a peer can make us keep, in characters and in entries of so many; a hundred interfaces of a hundred methods
  // have a tenth of it.
  private static final long MOST_KEPT = 16 << 20;
  private static final int PER_ENTRY = 64;

  private final ConcurrentHashMap<MethodPlan, Integer> known = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Map<String, Integer>> tables = new ConcurrentHashMap<>();
  private long kept; // of the thread that receives

  /**
   * Learns further tables; only the thread that receives calls this.
   *
   * @throws SerializationException if there is no end of them
   */
  void learn(Map<String, List<String>> fresh) throws SerializationException {
    for (Map.Entry<String, List<String>> table : fresh.entrySet()) {
      kept += PER_ENTRY + table.getKey().length();
      for (String signature : table.getValue()) {
        kept += PER_ENTRY + signature.length();
      }
      if (kept > MOST_KEPT) {
        throw WireReader.wrong("there is no end of methods");
      }
      tables.putIfAbsent(table.getKey(), numbered(table.getValue()));
    }
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
