package couloir.client;

import tools.jackson.databind.JsonNode;

/**
 * What is wrong with a param or a result.
 *
 * @param field path of the member, such as {@code nodeIDs[2]}; empty for the whole
 * @param expected what is accepted
 * @param got the value if it is short and not secret, otherwise its kind
 */
public record Problem(String field, String expected, String got) {
  private static final int SHOWN_MAX = 64;

  /**
   * Returns the problem as text.
   *
   * @return such as {@code txID: expected a cb58 ID of 32 bytes, got "x"}
   */
  @Override
  public String toString() {
    return (field.isEmpty() ? "" : field + ": ") + "expected " + expected + ", got " + got;
  }

  /** The problem that an error's data names, or null. */
  static Problem in(JsonNode data) {
    if (data == null) {
      return null;
    }
    JsonNode field = data.path("field");
    JsonNode expected = data.path("expected");
    JsonNode got = data.path("got");
    return field.isString() && expected.isString() && got.isString()
        ? new Problem(field.stringValue(), expected.stringValue(), got.stringValue())
        : null;
  }

  /** Names a value: short texts, numbers and words as JSON writes them, others by kind. */
  static String describe(JsonNode value) {
    if (value == null || value.isMissingNode()) {
      return "nothing";
    }
    if (value.isArray()) {
      return "a list of " + value.size();
    }
    if (value.isObject()) {
      return "an object";
    }
    if (!value.isString()) {
      return value.toString();
    }
    String text = value.stringValue();
    int length = text.codePointCount(0, text.length());
    if (length <= SHOWN_MAX) {
      return value.toString();
    }
    String shown = text.substring(0, text.offsetByCodePoints(0, SHOWN_MAX));
    return Json.MAPPER.writeValueAsString(shown) + " and " + (length - SHOWN_MAX) + " more";
  }
}
