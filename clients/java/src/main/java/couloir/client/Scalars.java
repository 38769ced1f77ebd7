package couloir.client;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Readers of text and of numbers with a fraction, which accept no value of another type. */
final class Scalars {
  private Scalars() {}

  static JacksonModule module() {
    Decimal decimal = new Decimal();
    return new SimpleModule("scalars")
        .addDeserializer(String.class, new Text())
        .addDeserializer(Double.class, decimal)
        .addDeserializer(Double.TYPE, decimal);
  }

  private static final class Text extends StdScalarDeserializer<String> {
    Text() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
      return parser.currentToken() == JsonToken.VALUE_STRING
          ? parser.getString()
          : (String) context.handleUnexpectedToken(String.class, parser);
    }
  }

  private static final class Decimal extends StdScalarDeserializer<Double> {
    Decimal() {
      super(Double.class);
    }

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context) {
      JsonToken token = parser.currentToken();
      if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
        double value = parser.getDoubleValue();
        if (Double.isFinite(value)) {
          return value;
        }
      }
      return (Double) context.handleUnexpectedToken(Double.class, parser);
    }
  }
}
