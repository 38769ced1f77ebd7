package couloir.client;

import java.math.BigInteger;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Readers of integers, which are numbers or, with 64 bits, decimal text. */
final class Integers {
  private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger UINT16_MAX = BigInteger.valueOf(0xffff);

  /** No 64-bit integer has more characters. */
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,19}");

  private Integers() {}

  static JacksonModule module() {
    Signed signed = new Signed();
    Uint16 small = new Uint16();
    return new SimpleModule("integers")
        .addDeserializer(BigInteger.class, new Unsigned())
        .addDeserializer(Long.class, signed)
        .addDeserializer(Long.TYPE, signed)
        .addDeserializer(Integer.class, small)
        .addDeserializer(Integer.TYPE, small);
  }

  /** Returns the integer if it is one in the range; null otherwise. */
  private static BigInteger read(JsonParser parser, BigInteger least, BigInteger most) {
    BigInteger value = null;
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      value = parser.getBigIntegerValue();
    } else if (parser.currentToken() == JsonToken.VALUE_STRING) {
      String text = parser.getString();
      value = DECIMAL.matcher(text).matches() ? new BigInteger(text) : null;
    }
    boolean fits = value != null && value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    return fits ? value : null;
  }

  private static final class Unsigned extends StdScalarDeserializer<BigInteger> {
    Unsigned() {
      super(BigInteger.class);
    }

    @Override
    public BigInteger deserialize(JsonParser parser, DeserializationContext context) {
      BigInteger value = read(parser, BigInteger.ZERO, UINT64_MAX);
      return value != null
          ? value
          : (BigInteger) context.handleUnexpectedToken(BigInteger.class, parser);
    }
  }

  private static final class Signed extends StdScalarDeserializer<Long> {
    Signed() {
      super(Long.class);
    }

    @Override
    public Long deserialize(JsonParser parser, DeserializationContext context) {
      BigInteger value = read(parser, INT64_MIN, INT64_MAX);
      return value != null
          ? (Long) value.longValueExact()
          : (Long) context.handleUnexpectedToken(Long.class, parser);
    }
  }

  /** A number, as all integers of less than 64 bits. */
  private static final class Uint16 extends StdScalarDeserializer<Integer> {
    Uint16() {
      super(Integer.class);
    }

    @Override
    public Integer deserialize(JsonParser parser, DeserializationContext context) {
      BigInteger value =
          parser.currentToken() == JsonToken.VALUE_NUMBER_INT
              ? read(parser, BigInteger.ZERO, UINT16_MAX)
              : null;
      return value != null
          ? (Integer) value.intValueExact()
          : (Integer) context.handleUnexpectedToken(Integer.class, parser);
    }
  }
}
