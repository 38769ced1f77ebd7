package couloir.client.types;

import java.util.Collection;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes the items of a list, or the values of a map, as text: integers that are decimal text. */
final class TextItems extends StdSerializer<Object> {
  TextItems() {
    super(Object.class);
  }

  @Override
  public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
    if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      map.forEach(
          (name, item) -> generator.writeName(name.toString()).writeString(item.toString()));
      generator.writeEndObject();
      return;
    }
    generator.writeStartArray();
    ((Collection<?>) value).forEach(item -> generator.writeString(item.toString()));
    generator.writeEndArray();
  }
}
