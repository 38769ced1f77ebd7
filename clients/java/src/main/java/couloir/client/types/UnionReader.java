package couloir.client.types;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;

/** Reads a value of one of several forms, which differ in kind and members. */
abstract class UnionReader<T> extends ValueDeserializer<T> {
  private final Class<T> union;
  private final List<Form<T>> forms;
  private final Function<JsonNode, T> other;

  UnionReader(Class<T> union, List<Form<T>> forms, Function<JsonNode, T> other) {
    this.union = union;
    this.forms = forms;
    this.other = other;
  }

  /** The kinds of JSON value. */
  enum Kind {
    OBJECT("an object"),
    LIST("a list"),
    TEXT("text"),
    NUMBER("a number"),
    BOOLEAN("true or false");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    boolean isOf(JsonNode value) {
      return switch (this) {
        case OBJECT -> value.isObject();
        case LIST -> value.isArray();
        case TEXT -> value.isString();
        case NUMBER -> value.isNumber();
        case BOOLEAN -> value.isBoolean();
      };
    }
  }

  /**
   * A form and the conditions that distinguish it from the others.
   *
   * @param word the text that the value must equal; null for any
   * @param paths members, or members of members, that must be present
   * @param only the members that are allowed; null for any
   * @param words members and the text that each must equal
   */
  record Form<T>(
      Kind kind,
      String word,
      List<List<String>> paths,
      Set<String> only,
      Map<String, String> words,
      BiFunction<JsonNode, DeserializationContext, ? extends T> read) {
    Form(
        Kind kind,
        String word,
        List<List<String>> paths,
        Set<String> only,
        BiFunction<JsonNode, DeserializationContext, ? extends T> read) {
      this(kind, word, paths, only, Map.of(), read);
    }

    /** An object with these constants. */
    Form(
        Map<String, String> words, BiFunction<JsonNode, DeserializationContext, ? extends T> read) {
      this(Kind.OBJECT, null, List.of(), null, words, read);
    }

    boolean fits(JsonNode value) {
      return kind.isOf(value)
          && switch (kind) {
            case OBJECT -> fitsObject(value);
            case TEXT -> word == null || word.equals(value.stringValue());
            case LIST, NUMBER, BOOLEAN -> true;
          };
    }

    private boolean fitsObject(JsonNode value) {
      for (List<String> path : paths) {
        JsonNode found = value;
        for (String name : path) {
          found = found == null ? null : found.get(name);
        }
        if (found == null) {
          return false;
        }
      }
      for (Map.Entry<String, String> entry : words.entrySet()) {
        JsonNode found = value.get(entry.getKey());
        if (found == null || !found.isString() || !found.stringValue().equals(entry.getValue())) {
          return false;
        }
      }
      return only == null || only.containsAll(value.propertyNames());
    }
  }

  /** Jackson reads it where a result is a list or a map of unions. */
  @Override
  public Class<T> handledType() {
    return union;
  }

  @Override
  public T deserialize(JsonParser parser, DeserializationContext context) {
    JsonNode value = context.readTree(parser);
    for (Form<T> form : forms) {
      if (form.fits(value)) {
        return form.read().apply(value, context);
      }
    }
    if (forms.stream().noneMatch(form -> form.kind().isOf(value))) {
      // The message names the forms, not the type.
      return context.reportInputMismatch((Class<?>) null, expected());
    }
    return other.apply(value);
  }

  /** Names the kinds of the forms: {@code text or an object}. */
  private String expected() {
    return forms.stream()
        .map(form -> form.kind().text)
        .distinct()
        .collect(Collectors.joining(" or "));
  }
}
