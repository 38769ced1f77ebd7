package couloir.client;

import java.util.Collection;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Words the error of a result that has another type than the documents say. */
final class Unreadable {
  /** How the error of a text begins that is not JSON, after the method. */
  static final String NOT_JSON = "the result cannot be read";

  private Unreadable() {}

  /** The error of a method's result. */
  static TransportException of(String method, JacksonException cause) {
    String place = placeOf(cause);
    if (cause instanceof MismatchedInputException mismatch) {
      return Json.response(method + ": " + problemOf(mismatch, place), cause);
    }
    String what = place.isEmpty() ? NOT_JSON : place + " cannot be read";
    return Json.response(method + ": " + what + ": " + cause.getOriginalMessage(), cause);
  }

  /** The error of an event. */
  static TransportException event(JacksonException cause) {
    String what =
        cause instanceof MismatchedInputException mismatch
            ? problemOf(mismatch, placeOf(cause)).toString()
            : cause.getOriginalMessage();
    return Json.response("an event cannot be read: " + what, cause);
  }

  /** The problem of a value that has another type. */
  static Problem problemOf(MismatchedInputException cause, String place) {
    if (cause.getOriginalMessage().startsWith("Missing required creator property")) {
      return new Problem(place, "a value", "nothing");
    }
    if (cause instanceof InvalidNullException) {
      return new Problem(place, "a value", "null");
    }
    Class<?> wanted = cause.getTargetType();
    String expected = wanted == null ? cause.getOriginalMessage() : nameOf(wanted);
    return new Problem(place, expected, receivedBy(cause));
  }

  /** The path of the member, such as {@code validators[0].weight}. */
  static String placeOf(JacksonException cause) {
    StringBuilder place = new StringBuilder();
    for (JacksonException.Reference step : cause.getPath()) {
      if (step.getPropertyName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return place.toString();
  }

  /** Names the JSON that a type is read from. */
  static String nameOf(Class<?> wanted) {
    if (wanted == String.class || wanted.isEnum()) {
      return "text";
    }
    if (wanted == boolean.class || wanted == Boolean.class) {
      return "true or false";
    }
    if (wanted == double.class || wanted == Double.class) {
      return "a number";
    }
    if (wanted.isPrimitive() || Number.class.isAssignableFrom(wanted)) {
      return "an integer";
    }
    return Collection.class.isAssignableFrom(wanted) ? "a list" : "an object";
  }

  private static String receivedBy(JacksonException cause) {
    if (!(cause.processor() instanceof JsonParser parser) || parser.currentToken() == null) {
      return "another value";
    }
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_ARRAY, END_ARRAY -> "a list";
      case START_OBJECT, END_OBJECT, PROPERTY_NAME -> "an object";
      case VALUE_STRING -> Problem.describe(Json.MAPPER.valueToTree(parser.getString()));
      default -> parser.getString();
    };
  }
}
