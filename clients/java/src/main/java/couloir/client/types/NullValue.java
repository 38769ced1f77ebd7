package couloir.client.types;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;

/** Reads values that are always null. Jackson calls it for any other value. */
final class NullValue extends ValueDeserializer<JsonNode> {
  @Override
  public Class<JsonNode> handledType() {
    return JsonNode.class;
  }

  @Override
  public JsonNode deserialize(JsonParser parser, DeserializationContext context) {
    return context.reportInputMismatch(JsonNode.class, "null");
  }

  @Override
  public JsonNode getNullValue(DeserializationContext context) {
    return context.getNodeFactory().nullNode();
  }

  @Override
  public Object getAbsentValue(DeserializationContext context) {
    return null;
  }
}
