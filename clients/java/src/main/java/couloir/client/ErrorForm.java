package couloir.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A code and a message with placeholders: one form of a declared error. */
record ErrorForm(int code, List<String> fixed, List<String> names, int ownLength) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-zA-Z]\\w*)\\}");

  static ErrorForm of(int code, String message) {
    List<String> fixed = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int from = 0;
    Matcher matcher = PLACEHOLDER.matcher(message);
    while (matcher.find()) {
      fixed.add(message.substring(from, matcher.start()));
      names.add(matcher.group(1));
      from = matcher.end();
    }
    fixed.add(message.substring(from));
    int ownLength = fixed.stream().mapToInt(String::length).sum();
    return new ErrorForm(code, List.copyOf(fixed), List.copyOf(names), ownLength);
  }

  /**
   * The values of the placeholders, the first one as long as possible, or null if it is another
   * error. The fixed texts are found from the end, each once: a pattern would try every combination
   * of places, which takes minutes for a long message.
   */
  Map<String, String> match(int answered, String message) {
    if (answered != code || !message.startsWith(fixed.get(0))) {
      return null;
    }
    if (names.isEmpty()) {
      return message.equals(fixed.get(0)) ? Map.of() : null;
    }
    String[] values = new String[names.size()];
    int start = fixed.get(0).length();
    int end = message.length();
    for (int i = names.size(); i > 0; i--) {
      String words = fixed.get(i);
      int last = end - words.length();
      int at =
          i == names.size() && !message.endsWith(words) ? -1 : message.lastIndexOf(words, last);
      if (at < start) {
        return null;
      }
      if (i < names.size()) {
        values[i] = message.substring(at + words.length(), end);
      }
      end = at;
    }
    values[0] = message.substring(start, end);
    Map<String, String> found = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      found.put(names.get(i), values[i]);
    }
    return found;
  }
}
