package couloir.client;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A response as JSON-RPC 2.0 defines it. A member that is absent is a missing node, one that is
 * null is not.
 */
final class Answer<R> {
  private final Method<R> method;
  private JsonNode version = MissingNode.getInstance();
  private JsonNode id = MissingNode.getInstance();
  private JsonNode error = MissingNode.getInstance();
  private boolean hasResult;
  private R result;

  private Answer(Method<R> method) {
    this.method = method;
  }

  /** Reads the response to a call and returns its result, or throws its error. */
  static <R> R read(Method<R> method, Object params, long id, byte[] body) {
    Json.limitValues(body);
    Answer<R> answer = new Answer<>(method);
    try (JsonParser parser = Json.MAPPER.createParser(body)) {
      answer.read(parser);
    } catch (JacksonException cause) {
      throw Unreadable.of(method.name(), cause);
    }
    answer.checkForm();
    if (!answer.isTo(id)) {
      throw answer.invalid("the response is not that to this call");
    }
    return answer.outcome(params);
  }

  /** Reads the response to a call of a batch. */
  static <R> R read(Method<R> method, Object params, JsonNode json) {
    Answer<R> answer = new Answer<>(method);
    answer.version = json.path("jsonrpc");
    answer.error = json.path("error");
    answer.hasResult = json.has("result");
    try {
      answer.result =
          answer.hasResult ? method.reader().readValue(json.get("result")) : answer.result;
    } catch (JacksonException cause) {
      throw Unreadable.of(method.name(), cause);
    }
    answer.checkForm();
    return answer.outcome(params);
  }

  /**
   * The responses to a batch by the ID of their call.
   *
   * @throws TransportException if an ID is unknown or occurs twice
   */
  static Map<Long, JsonNode> byId(JsonNode list, Set<Long> calls) {
    Map<Long, JsonNode> found = new HashMap<>();
    for (JsonNode answer : list) {
      if (answer.path("id").isNull() && answer.hasNonNull("error")) {
        // The node did not find the ID of the call.
        continue;
      }
      JsonNode id = answer.path("id");
      boolean isId = id.isIntegralNumber() && id.canConvertToLong();
      if (!isId || !calls.contains(id.longValue())) {
        throw Json.response("batch response has an unknown ID", null);
      }
      if (found.put(id.longValue(), answer) != null) {
        throw Json.response("batch response repeats an ID", null);
      }
    }
    return found;
  }

  private void read(JsonParser parser) {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw invalid(Unreadable.NOT_JSON + ": the response is empty");
    }
    if (first != JsonToken.START_OBJECT) {
      throw invalid("the response is not an object");
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "jsonrpc" -> version = parser.readValueAsTree();
        case "id" -> id = parser.readValueAsTree();
        case "error" -> error = parser.readValueAsTree();
        case "result" -> {
          result = method.reader().readValue(parser);
          hasResult = true;
        }
        default -> parser.skipChildren();
      }
    }
    if (parser.nextToken() != null) {
      throw invalid("there is more after the response");
    }
  }

  private void checkForm() {
    if (!version.isString() || !version.stringValue().equals("2.0")) {
      throw invalid(new Problem("jsonrpc", "\"2.0\"", Problem.describe(version)));
    }
    if (hasResult && !error.isMissingNode()) {
      throw invalid("the response has both result and error");
    }
    if (!hasResult && error.isMissingNode()) {
      throw invalid("the response has neither result nor error");
    }
  }

  /** An error can have null instead of the ID, if the node did not find it. */
  private boolean isTo(long call) {
    boolean isOwn = id.isIntegralNumber() && id.canConvertToLong() && id.longValue() == call;
    return isOwn || (id.isNull() && !hasResult);
  }

  private R outcome(Object params) {
    if (!hasResult) {
      throw error(params);
    }
    if (result == null) {
      // Jackson reads null as a value of any type.
      Class<?> wanted = method.reader().getValueType().getRawClass();
      throw invalid(new Problem("", Unreadable.nameOf(wanted), "null"));
    }
    return result;
  }

  private RpcException error(Object params) {
    if (!error.isObject()) {
      throw invalid(new Problem("error", "an object", Problem.describe(error)));
    }
    JsonNode code = error.path("code");
    if (!code.isIntegralNumber() || !code.canConvertToInt()) {
      throw invalid(new Problem("error.code", "an integer", Problem.describe(code)));
    }
    JsonNode message = error.path("message");
    if (!message.isString()) {
      throw invalid(new Problem("error.message", "text", Problem.describe(message)));
    }
    JsonNode data = error.hasNonNull("data") ? error.get("data") : null;
    return method.error(code.intValue(), message.stringValue(), data, params);
  }

  private TransportException invalid(Problem problem) {
    return invalid(problem.toString());
  }

  private TransportException invalid(String what) {
    return Json.response(method.name() + ": " + what, null);
  }
}
