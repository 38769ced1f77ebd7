package couloir.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/**
 * What a call needs to know about its method.
 *
 * @param repeatable whether the call can be sent twice with the same effect as once
 * @param errors the errors that it declares
 * @param onlyByPosition whether a param left out before a given one is sent as null, not the params
 *     by name
 * @param positions the names of the params in order, if they are sent as a list
 * @param isNotification whether it is sent without an ID, because the server does not respond to it
 */
record Method<R>(
    String name,
    boolean repeatable,
    ObjectReader reader,
    Set<ErrorName> errors,
    boolean onlyByPosition,
    List<String> positions,
    boolean isNotification) {
  private static final int INVALID_PARAMS = -32602;

  static <R> Method<R> of(String name, boolean repeatable, JavaType result, ErrorName... errors) {
    return new Method<>(
        name, repeatable, Json.reader(result), Set.of(errors), false, List.of(), false);
  }

  /** The method with params that are sent as a list. */
  Method<R> at(boolean onlyByPosition, String... positions) {
    return new Method<>(
        name, repeatable, reader, errors, onlyByPosition, List.of(positions), isNotification);
  }

  /** The method as a notification. */
  Method<R> notification() {
    return new Method<>(name, repeatable, reader, errors, onlyByPosition, positions, true);
  }

  /** Returns params as they are sent: by name, or as a list. */
  Object arranged(Object params) {
    if (positions.isEmpty()) {
      return params;
    }
    JsonNode given = Json.MAPPER.valueToTree(params);
    int count = positions.size();
    while (count > 0 && !given.has(positions.get(count - 1))) {
      count--;
    }
    List<String> names = positions.subList(0, count);
    if (!onlyByPosition && !names.stream().allMatch(given::has)) {
      return params;
    }
    List<JsonNode> list = new ArrayList<>();
    for (String name : names) {
      list.add(given.get(name));
    }
    return list;
  }

  RpcException error(int code, String message, JsonNode data, Object params) {
    RpcException.Recognised recognised = recognise(code, message, data);
    Problem problem = Problem.in(data);
    if (problem == null && isUnclear(code, recognised.name())) {
      problem = ParamCheck.check(name, params);
    }
    return new RpcException(name, code, message, data, recognised, problem);
  }

  /** Whether the error only says that the params are invalid. */
  private static boolean isUnclear(int code, ErrorName name) {
    return name == null ? code == INVALID_PARAMS : name.text().equals("InvalidParams");
  }

  /**
   * The declared error with this code and message. If several match, the one with the longest fixed
   * text.
   */
  private RpcException.Recognised recognise(int code, String message, JsonNode data) {
    ErrorName best = null;
    Map<String, String> arguments = Map.of();
    int ownLength = -1;
    for (ErrorName possible : ErrorName.values()) {
      if (!possible.isCommon() && !errors.contains(possible)) {
        continue;
      }
      for (ErrorForm form : possible.forms()) {
        Map<String, String> found = form.match(code, message);
        if (found != null && form.ownLength() > ownLength) {
          best = possible;
          arguments = found;
          ownLength = form.ownLength();
        }
      }
    }
    Map<String, String> all = new LinkedHashMap<>();
    if (best != null && data != null && data.isObject()) {
      for (Map.Entry<String, JsonNode> member : data.properties()) {
        if (member.getValue().isString()) {
          all.put(member.getKey(), member.getValue().stringValue());
        }
      }
    }
    all.putAll(arguments);
    return new RpcException.Recognised(best, Collections.unmodifiableMap(all));
  }
}
