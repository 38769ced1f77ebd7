package couloir.client.types;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads integers that a double holds exactly, which are numbers. */
class Int53 extends StdScalarDeserializer<Long> {
  static final long MAX = (1L << 53) - 1;
  private final long least;
  private final long most;

  Int53() {
    this(-MAX, MAX);
  }

  Int53(long least, long most) {
    super(Long.class);
    this.least = least;
    this.most = most;
  }

  @Override
  public Long deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = parser.getLongValue();
      if (value >= least && value <= most) {
        return value;
      }
    }
    return (Long) context.handleUnexpectedToken(Long.class, parser);
  }
}
