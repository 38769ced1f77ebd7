package couloir.client;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a subscription needs to know about its methods.
 *
 * @param fixed the params that choose what is subscribed to, as JSON
 * @param pushes by the method of the notification
 * @param end the method that ends it, or null
 * @param endParam its param with the ID
 */
record SubscriptionInfo<T>(
    Method<?> method,
    Map<String, String> fixed,
    String idMember,
    String payloadMember,
    List<Pushed<?, T>> pushes,
    Method<?> end,
    String endParam) {

  /** A notification, and how its payload becomes an item. */
  record Pushed<P, T>(Method<P> notification, Function<P, T> item) {
    /** Reads the payload as if it were the result of a call. */
    T read(JsonNode payload) {
      ObjectNode answer = Json.MAPPER.createObjectNode();
      answer.put("jsonrpc", "2.0").set("result", payload);
      return item.apply(Answer.read(notification, null, answer));
    }
  }

  /** The params of a kind of subscription; null for a method without. */
  JsonNode params(Object given) {
    if (given == null && fixed.isEmpty()) {
      return null;
    }
    ObjectNode all = Json.MAPPER.createObjectNode();
    if (given != null && Json.MAPPER.valueToTree(given) instanceof ObjectNode own) {
      all.setAll(own);
    }
    fixed.forEach((name, json) -> all.set(name, Json.MAPPER.readTree(json)));
    return all;
  }
}
