package couloir.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Writes requests and reads JSON. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().streamReadConstraints(withTextsOfAnyLength()).build())
          .annotationIntrospector(new RequiredNulls())
          .addModule(Scalars.module())
          .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
          .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .withCoercionConfig(
              LogicalType.Boolean,
              booleans -> {
                booleans.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                booleans.setCoercion(CoercionInputShape.String, CoercionAction.Fail);
                booleans.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
              })
          .withCoercionConfig(
              LogicalType.Enum,
              enums -> enums.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
          .changeDefaultPropertyInclusion(
              inclusion ->
                  inclusion
                      .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                      .withContentInclusion(JsonInclude.Include.ALWAYS))
          .build();

  /** For results that are lists or maps of nullable values, which no member marks. */
  private static final JsonMapper WITH_NULLS =
      MAPPER
          .rebuild()
          .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.SET))
          .build();

  static final ObjectReader NODES = MAPPER.readerFor(JsonNode.class);

  /** Far more values than a response has. */
  private static final int VALUES_MAX = 1 << 22;

  /** Readers of a part of a text leave what follows it; a whole text ends with its value. */
  private static final DeserializationFeature TO_THE_END =
      DeserializationFeature.FAIL_ON_TRAILING_TOKENS;

  private Json() {}

  /** The limit on a response is in bytes; Jackson's own is 100 million characters a text. */
  private static StreamReadConstraints withTextsOfAnyLength() {
    return StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build();
  }

  static JavaType type(Class<?> plain) {
    return MAPPER.constructType(plain);
  }

  static JavaType listOf(Class<?> item) {
    return MAPPER.getTypeFactory().constructCollectionType(List.class, item);
  }

  static JavaType mapOf(Class<?> value) {
    return MAPPER.getTypeFactory().constructMapType(Map.class, String.class, value);
  }

  static JavaType generic(TypeReference<?> type) {
    return MAPPER.getTypeFactory().constructType(type);
  }

  static ObjectReader reader(JavaType type) {
    return (RequiredNulls.holdsNulls(type) ? WITH_NULLS : MAPPER).readerFor(type);
  }

  /** Reads a whole text. */
  static ObjectReader wholeReader(JavaType type) {
    return reader(type).with(TO_THE_END);
  }

  /** The text of a request; without params where they are null. */
  static String request(long id, Method<?> method, Object params) {
    String name = MAPPER.writeValueAsString(method.name());
    String own = method.isNotification() ? "" : ",\"id\":" + id;
    String start = "{\"jsonrpc\":\"2.0\"" + own + ",\"method\":" + name;
    return params == null
        ? start + "}"
        : start + ",\"params\":" + MAPPER.writeValueAsString(method.arranged(params)) + "}";
  }

  /** Reads a whole text, or throws an exception with a message. */
  static JsonNode tree(byte[] body, String problem) {
    limitValues(body);
    try {
      JsonNode json = NODES.with(TO_THE_END).readTree(body);
      if (json.isMissingNode()) {
        // Nothing but spaces.
        throw response(problem, null);
      }
      return json;
    } catch (JacksonException cause) {
      throw response(problem, cause);
    }
  }

  /** Rejects a text whose values would take more memory than a process has. */
  static void limitValues(byte[] text) {
    if (text.length <= VALUES_MAX) {
      return;
    }
    int values = 0;
    for (byte character : text) {
      if (character == ',' || character == '[' || character == '{') {
        values++;
      }
    }
    if (values > VALUES_MAX) {
      throw response("the response has more than " + VALUES_MAX + " values", null);
    }
  }

  static TransportException response(String message, Throwable cause) {
    return new TransportException(TransportException.Reason.RESPONSE, message, cause);
  }
}
