package couloir.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A code and a message with placeholders: one form of a declared error. */
record ErrorForm(int code, Pattern pattern, List<String> names, int ownLength) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-zA-Z]\\w*)\\}");

  static ErrorForm of(int code, String message) {
    StringBuilder pattern = new StringBuilder();
    List<String> names = new ArrayList<>();
    int from = 0;
    int ownLength = 0;
    Matcher matcher = PLACEHOLDER.matcher(message);
    while (matcher.find()) {
      pattern.append(Pattern.quote(message.substring(from, matcher.start()))).append("(.*)");
      names.add(matcher.group(1));
      ownLength += matcher.start() - from;
      from = matcher.end();
    }
    pattern.append(Pattern.quote(message.substring(from)));
    ownLength += message.length() - from;
    Pattern compiled = Pattern.compile(pattern.toString(), Pattern.DOTALL);
    return new ErrorForm(code, compiled, List.copyOf(names), ownLength);
  }

  /** The values of the placeholders, or null if it is another error. */
  Map<String, String> match(int answered, String message) {
    if (answered != code) {
      return null;
    }
    Matcher matcher = pattern.matcher(message);
    if (!matcher.matches()) {
      return null;
    }
    Map<String, String> found = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      found.put(names.get(i), matcher.group(i + 1));
    }
    return found;
  }
}
