package couloir.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Writes requests and reads responses. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new RequiredNulls())
          .addModule(Integers.module())
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

  private static final ObjectReader NODES = MAPPER.readerFor(JsonNode.class);

  /** Far more values than a response has. */
  private static final int VALUES_MAX = 1 << 22;

  /** Readers of a part of a text leave what follows it; a whole text ends with its value. */
  private static final DeserializationFeature TO_THE_END =
      DeserializationFeature.FAIL_ON_TRAILING_TOKENS;

  private Json() {}

  static JavaType type(Class<?> plain) {
    return MAPPER.constructType(plain);
  }

  static JavaType listOf(Class<?> item) {
    return MAPPER.getTypeFactory().constructCollectionType(List.class, item);
  }

  static JavaType mapOf(Class<?> value) {
    return MAPPER.getTypeFactory().constructMapType(Map.class, String.class, value);
  }

  static ObjectReader reader(JavaType type) {
    return MAPPER.readerFor(type);
  }

  /** Reads a whole text. */
  static ObjectReader wholeReader(JavaType type) {
    return reader(type).with(TO_THE_END);
  }

  /** The text of a request; without params where they are null. */
  static String request(long id, String method, Object params) {
    String start = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"";
    return params == null
        ? start + "}"
        : start + ",\"params\":" + MAPPER.writeValueAsString(params) + "}";
  }

  /** Reads a response and returns its result, or throws its error. */
  static <R> R answer(Method<R> method, Object params, long id, byte[] body) {
    limitValues(body);
    try (JsonParser parser = MAPPER.createParser(body)) {
      return answer(method, params, id, parser);
    } catch (JacksonException cause) {
      throw Unreadable.of(method.name(), cause);
    }
  }

  private static <R> R answer(Method<R> method, Object params, long id, JsonParser parser) {
    R result = null;
    boolean hasResult = false;
    JsonNode error = null;
    long answered = -1;
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw response(method.name() + ": the response is not an object", null);
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      switch (name) {
        case "id" -> answered = token == JsonToken.VALUE_NUMBER_INT ? parser.getLongValue() : -1;
        case "result" -> {
          result = method.reader().readValue(parser);
          hasResult = true;
        }
        case "error" -> error = NODES.readValue(parser);
        default -> parser.skipChildren();
      }
    }
    if (parser.nextToken() != null) {
      throw response(method.name() + ": there is more after the response", null);
    }
    if (isGiven(error)) {
      throw error(method, params, error);
    }
    if (answered != id) {
      throw response(method.name() + ": the response is not that to this call", null);
    }
    if (!hasResult) {
      throw response(method.name() + ": the response has neither result nor error", null);
    }
    return notNull(method, result);
  }

  /** Reads a response as a tree, for batches. */
  static <R> R answer(Method<R> method, Object params, JsonNode answer) {
    JsonNode error = answer.get("error");
    if (isGiven(error)) {
      throw error(method, params, error);
    }
    JsonNode result = answer.get("result");
    if (result == null) {
      throw response(method.name() + ": the response has neither result nor error", null);
    }
    try {
      return notNull(method, method.reader().readValue(result));
    } catch (JacksonException cause) {
      throw Unreadable.of(method.name(), cause);
    }
  }

  static JsonNode tree(byte[] body) {
    limitValues(body);
    try {
      return NODES.with(TO_THE_END).readTree(body);
    } catch (JacksonException cause) {
      throw response("the answer to a batch is not JSON", cause);
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

  /** Jackson reads null as a value of any type. */
  private static <R> R notNull(Method<R> method, R result) {
    if (result == null) {
      Class<?> wanted = method.reader().getValueType().getRawClass();
      throw invalid(method, new Problem("", Unreadable.nameOf(wanted), "null"));
    }
    return result;
  }

  private static RpcException error(Method<?> method, Object params, JsonNode error) {
    if (!error.isObject()) {
      throw invalid(method, new Problem("error", "an object", Problem.describe(error)));
    }
    JsonNode code = error.path("code");
    if (!code.isIntegralNumber() || !code.canConvertToInt()) {
      throw invalid(method, new Problem("error.code", "an integer", Problem.describe(code)));
    }
    JsonNode message = error.path("message");
    if (!message.isString()) {
      throw invalid(method, new Problem("error.message", "text", Problem.describe(message)));
    }
    JsonNode data = error.get("data");
    return method.error(
        code.intValue(), message.stringValue(), isGiven(data) ? data : null, params);
  }

  private static boolean isGiven(JsonNode member) {
    return member != null && !member.isNull();
  }

  private static TransportException invalid(Method<?> method, Problem problem) {
    return response(method.name() + ": " + problem, null);
  }

  static TransportException response(String message, Throwable cause) {
    return new TransportException(TransportException.Reason.RESPONSE, message, cause);
  }
}
