package couloir.client;

import java.math.BigInteger;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Checks params, for nodes that do not say which one they reject. */
final class ParamCheck {
  private static final int DIGITS_MAX = 20;

  private ParamCheck() {}

  /** The rules, read when they are first needed. */
  private static final class Rules {
    static final JsonNode ALL = Json.MAPPER.readTree(ParamRules.TEXT);

    private Rules() {}
  }

  /** Returns the first problem of the params by what the documents say about them, or null. */
  static Problem check(String method, Object params) {
    JsonNode members = Rules.ALL.path("methods").get(method);
    return members == null || params == null
        ? null
        : checkMembers(members, Json.MAPPER.valueToTree(params), "");
  }

  private static Problem checkMembers(JsonNode members, JsonNode value, String field) {
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      boolean required = member.getKey().endsWith("!");
      String name = required ? member.getKey().replace("!", "") : member.getKey();
      JsonNode given = value.path(name);
      if ((given.isMissingNode() || given.isNull()) && !required) {
        continue;
      }
      Problem problem =
          check(member.getValue(), given, field.isEmpty() ? name : field + "." + name);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static Problem check(JsonNode named, JsonNode value, String field) {
    JsonNode rule = named;
    while (rule.isString()) {
      rule = Rules.ALL.path("shared").path(rule.stringValue());
    }
    if (!isOfKind(rule, value, field)) {
      return new Problem(field, rule.path("expected").asString(), shown(rule, value));
    }
    return switch (rule.path("kind").asString()) {
      case "list" -> checkItems(rule.get("item"), value, field);
      case "map" -> checkValues(rule.get("item"), value, field);
      case "object" -> checkMembers(rule.get("members"), value, field);
      default -> null;
    };
  }

  private static Problem checkItems(JsonNode rule, JsonNode list, String field) {
    for (int i = 0; i < list.size(); i++) {
      Problem problem = check(rule, list.get(i), field + "[" + i + "]");
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static Problem checkValues(JsonNode rule, JsonNode map, String field) {
    for (Map.Entry<String, JsonNode> member : map.properties()) {
      Problem problem = check(rule, member.getValue(), field + "." + member.getKey());
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static String shown(JsonNode rule, JsonNode value) {
    return rule.path("secret").asBoolean(false) && value.isString()
        ? "text of " + length(value) + " characters"
        : Problem.describe(value);
  }

  private static boolean isOfKind(JsonNode rule, JsonNode value, String field) {
    return switch (rule.path("kind").asString()) {
      case "text" ->
          value.isString()
              && isWithin(rule, length(value))
              && fits(value.stringValue(), rule.path("pattern"));
      case "word" -> value.isString() && isWord(rule, value.stringValue());
      case "integer" -> isInteger(rule, value);
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "list" -> value.isArray() && isWithin(rule, value.size());
      case "either" -> {
        boolean fits = false;
        for (JsonNode form : rule.path("forms")) {
          fits = fits || check(form, value, field) == null;
        }
        yield fits;
      }
      default -> value.isObject();
    };
  }

  private static int length(JsonNode text) {
    return text.stringValue().codePointCount(0, text.stringValue().length());
  }

  private static boolean isWithin(JsonNode rule, int size) {
    return size >= rule.path("min").asInt(0) && size <= rule.path("max").asInt(Integer.MAX_VALUE);
  }

  private static boolean isWord(JsonNode rule, String value) {
    boolean ignoresCase = rule.path("ignoreCase").asBoolean(false);
    for (JsonNode word : rule.path("words")) {
      String text = word.stringValue();
      if (ignoresCase ? text.equalsIgnoreCase(value) : text.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInteger(JsonNode rule, JsonNode value) {
    String text = value.isString() ? value.stringValue() : value.toString();
    boolean isPlain = value.isString() || value.isIntegralNumber();
    if (!isPlain || text.length() > DIGITS_MAX || !text.matches("-?[0-9]+")) {
      return false;
    }
    BigInteger exact = new BigInteger(text);
    return exact.compareTo(new BigInteger(rule.path("least").asString())) >= 0
        && exact.compareTo(new BigInteger(rule.path("most").asString())) <= 0;
  }

  /** Whether a text is a prefix, then characters out of a set, in groups of {@code step}. */
  private static boolean fits(String text, JsonNode pattern) {
    if (pattern.isMissingNode()) {
      return true;
    }
    String prefix = pattern.path("prefix").asString();
    if (!text.startsWith(prefix)) {
      return false;
    }
    String rest = text.substring(prefix.length());
    String characters = pattern.path("characters").asString();
    return rest.length() >= pattern.path("min").asInt()
        && rest.length() <= pattern.path("max").asInt()
        && rest.length() % pattern.path("step").asInt() == 0
        && rest.chars().allMatch(character -> characters.indexOf(character) >= 0);
  }
}
