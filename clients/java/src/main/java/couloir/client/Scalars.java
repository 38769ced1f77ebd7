package couloir.client;

import java.math.BigInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Readers of text and numbers, which accept no value of another type. Integers of 64 bits are
 * numbers or decimal text.
 */
final class Scalars {
  private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger UINT16_MAX = BigInteger.valueOf(0xffff);

  /** No 64-bit integer has more characters. */
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,19}");

  private Scalars() {}

  static JacksonModule module() {
    Reader<Double> decimal = new Reader<>(Double.class, Scalars::decimal);
    Reader<Long> signed = new Reader<>(Long.class, Scalars::signed);
    Reader<Integer> small = new Reader<>(Integer.class, Scalars::uint16);
    return new SimpleModule("scalars")
        .addDeserializer(String.class, new Reader<>(String.class, Scalars::text))
        .addDeserializer(Double.class, decimal)
        .addDeserializer(Double.TYPE, decimal)
        .addDeserializer(BigInteger.class, new Reader<>(BigInteger.class, Scalars::unsigned))
        .addDeserializer(Long.class, signed)
        .addDeserializer(Long.TYPE, signed)
        .addDeserializer(Integer.class, small)
        .addDeserializer(Integer.TYPE, small);
  }

  private static String text(JsonParser parser) {
    return parser.currentToken() == JsonToken.VALUE_STRING ? parser.getString() : null;
  }

  private static Double decimal(JsonParser parser) {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
      return null;
    }
    double value = parser.getDoubleValue();
    return Double.isFinite(value) ? value : null;
  }

  private static BigInteger unsigned(JsonParser parser) {
    return within(exact(parser), BigInteger.ZERO, UINT64_MAX);
  }

  private static Long signed(JsonParser parser) {
    BigInteger value = within(exact(parser), INT64_MIN, INT64_MAX);
    return value == null ? null : (Long) value.longValueExact();
  }

  /** A number, as all integers of less than 64 bits. */
  private static Integer uint16(JsonParser parser) {
    BigInteger value = within(number(parser), BigInteger.ZERO, UINT16_MAX);
    return value == null ? null : (Integer) value.intValueExact();
  }

  private static BigInteger exact(JsonParser parser) {
    String text = text(parser);
    if (text == null) {
      return number(parser);
    }
    return DECIMAL.matcher(text).matches() ? new BigInteger(text) : null;
  }

  private static BigInteger number(JsonParser parser) {
    boolean isInteger = parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
    return isInteger ? parser.getBigIntegerValue() : null;
  }

  private static BigInteger within(BigInteger value, BigInteger least, BigInteger most) {
    boolean fits = value != null && value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    return fits ? value : null;
  }

  /** Reads a value with a function that returns null for a value of another type. */
  private static final class Reader<T> extends StdScalarDeserializer<T> {
    private final Class<T> type;
    private final Function<JsonParser, T> read;

    Reader(Class<T> type, Function<JsonParser, T> read) {
      super(type);
      this.type = type;
      this.read = read;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) {
      T value = read.apply(parser);
      return value != null ? value : type.cast(context.handleUnexpectedToken(type, parser));
    }
  }
}
