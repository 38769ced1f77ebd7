package couloir.client;

import java.math.BigInteger;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.jdk.NumberDeserializers.BigIntegerDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads unsigned 64-bit integers. */
final class Unsigned extends StdScalarDeserializer<BigInteger> {
  private static final int BITS = 64;

  Unsigned() {
    super(BigInteger.class);
  }

  @Override
  public BigInteger deserialize(JsonParser parser, DeserializationContext context) {
    BigInteger value = BigIntegerDeserializer.instance.deserialize(parser, context);
    return value != null && (value.signum() < 0 || value.bitLength() > BITS)
        ? (BigInteger) context.handleWeirdNumberValue(BigInteger.class, value, "out of range")
        : value;
  }
}
