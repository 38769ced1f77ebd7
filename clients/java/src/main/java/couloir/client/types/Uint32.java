package couloir.client.types;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads unsigned 32-bit integers, which are numbers. */
final class Uint32 extends StdScalarDeserializer<Long> {
  private static final long MAX = 0xffff_ffffL;

  Uint32() {
    super(Long.class);
  }

  @Override
  public Long deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = parser.getLongValue();
      if (value >= 0 && value <= MAX) {
        return value;
      }
    }
    return (Long) context.handleUnexpectedToken(Long.class, parser);
  }
}
