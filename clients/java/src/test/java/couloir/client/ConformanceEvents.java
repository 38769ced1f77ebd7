package couloir.client;

import couloir.client.types.BlockEvent;
import couloir.client.types.EventsQuery;
import couloir.client.types.StreamEvent;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The input lines of the conformance program that subscribe to events. */
final class ConformanceEvents {
  private ConformanceEvents() {}

  /** Prints each event as it arrives, then the cursor or the failure. */
  static void listen(
      JsonNode line, Function<EventsQuery, EventStream> client, Consumer<ObjectNode> say) {
    EventsQuery query = Json.MAPPER.treeToValue(line.get("events"), EventsQuery.class);
    try (EventStream stream = client.apply(query)) {
      if (line.has("retries")) {
        stream.retries(line.get("retries").asInt());
      }
      int count = 0;
      for (StreamEvent event : stream) {
        ObjectNode object = Json.MAPPER.createObjectNode();
        object.set("event", Json.MAPPER.valueToTree(event));
        say.accept(object);
        count++;
        if (isLast(event, line) || count == line.path("count").asInt(0)) {
          break;
        }
      }
      say.accept(Json.MAPPER.createObjectNode().put("cursor", stream.cursor().orElse(null)));
    } catch (ClientException failure) {
      ObjectNode object = Json.MAPPER.createObjectNode();
      object.set("failure", describe(failure));
      say.accept(object);
    }
  }

  private static boolean isLast(StreamEvent event, JsonNode line) {
    String height = line.path("untilHeight").asString("");
    return event instanceof BlockEvent block && block.height().toString().equals(height);
  }

  private static ObjectNode describe(ClientException failure) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    if (failure instanceof QueryException mistake) {
      object.put("class", "query").put("field", mistake.field());
    } else if (failure instanceof NoEventsException) {
      object.put("class", "no-events");
    } else if (failure instanceof TransportException broken) {
      String reason = broken.reason().name().toLowerCase(Locale.ROOT);
      object.put("class", "transport").put("reason", reason);
      if (broken.status() != 0) {
        object.put("status", broken.status());
      }
    } else {
      object.put("class", failure.toString());
    }
    return object;
  }
}
