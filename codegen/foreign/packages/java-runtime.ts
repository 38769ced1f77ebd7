import type { ClientFile } from "../../clients/language.ts";
import { adapt, runtimeFile } from "./package.ts";

const unchanged = [
  "Answer",
  "Call",
  "CallOptions",
  "CouloirException",
  "Deadlines",
  "ErrorForm",
  "Integers",
  "LimitedBody",
  "ParamCheck",
  "Pending",
  "Problem",
  "RequiredNulls",
  "RpcException",
  "Scalars",
  "TransportException",
  "Unreadable",
  "types/Int53",
  "types/NullValue",
  "types/Uint32",
  "types/Uint53",
  "types/UnionReader",
];

/** The hand-written classes of clients/java without events, for params by position. */
export function javaRuntime(): ClientFile[] {
  const texts: Record<string, string> = {
    ...Object.fromEntries(unchanged.map((name) => [name, source(name)])),
    Batch: adapt(source("Batch"), [
      [" AvalancheGo does not support\n * batches.", ""],
      ["call.method().name(), call.params()", "call.method(), call.params()"],
    ]),
    Caller: caller(),
    ClientBuilder: builder(),
    Json: json(),
    Method: method(),
  };
  return Object.entries(texts).map(([name, text]) => ({
    path: `${name.replace("CouloirException", "ClientException")}.java`,
    text: text.replaceAll("CouloirException", "ClientException"),
  }));
}

function source(name: string): string {
  const text = runtimeFile(`java/src/main/java/couloir/client/${name}.java`);
  return name === "CouloirException"
    ? text.replaceAll(
        /,\s+(?:QueryException|NoEventsException)|(?:QueryException|NoEventsException),\s+/g,
        "",
      )
    : text;
}

function caller(): string {
  return adapt(source("Caller"), [
    ["  private final HttpRequest.Builder streamTemplate = HttpRequest.newBuilder();\n", ""],
    [/ {4}builder\.headers\.forEach\(streamTemplate[\s\S]*?CONTENT_TYPE\);\n/g, ""],
    [/ {2}\/\*\* Requests a streaming response\. \*\/[\s\S]*?\n {2}}\n\n/g, ""],
    ["Json.request(id, method.name(), params)", "Json.request(id, method, params)"],
  ]);
}

function builder(): string {
  return adapt(source("ClientBuilder"), [
    [/\n {2}\/\*\*\n {3}\* Builds a client for AvalancheGo[\s\S]*?\n {2}}\n/g, ""],
    [
      "Builds a client for a node that follows the specification: Couloir in its default profile.",
      "Builds the client.",
    ],
    ["CouloirClient", "Client"],
    ["BaseUrl.withoutApiPath(url)", "url"],
  ]);
}

function json(): string {
  return adapt(source("Json"), [
    [
      "  static ObjectReader reader(",
      `  static JavaType generic(TypeReference<?> type) {
    return MAPPER.getTypeFactory().constructType(type);
  }

  static ObjectReader reader(`,
    ],
    [
      "import tools.jackson.databind.DeserializationFeature;\n",
      "import tools.jackson.core.type.TypeReference;\nimport tools.jackson.databind.DeserializationFeature;\n",
    ],
    [
      / {2}static String request\(long id, String method[\s\S]*?\n {2}}\n/g,
      `  static String request(long id, Method<?> method, Object params) {
    String name = MAPPER.writeValueAsString(method.name());
    String start = "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":" + id + ",\\"method\\":" + name;
    return params == null
        ? start + "}"
        : start + ",\\"params\\":" + MAPPER.writeValueAsString(method.arranged(params)) + "}";
  }
`,
    ],
  ]);
}

function method(): string {
  return adapt(source("Method"), [
    [
      " * @param errors the errors that it declares\n",
      ` * @param errors the errors that it declares
 * @param onlyByPosition whether a param left out before a given one is sent as null, not the params
 *     by name
 * @param positions the names of the params in order, if they are sent as a list
`,
    ],
    [
      "record Method<R>(String name, boolean repeatable, ObjectReader reader, Set<ErrorName> errors) {\n",
      `record Method<R>(
    String name,
    boolean repeatable,
    ObjectReader reader,
    Set<ErrorName> errors,
    boolean onlyByPosition,
    List<String> positions) {
`,
    ],
    [
      "    return new Method<>(name, repeatable, Json.reader(result), Set.of(errors));\n  }\n",
      `    return new Method<>(
        name, repeatable, Json.reader(result), Set.of(errors), false, List.of());
  }

  /** The method with params that are sent as a list. */
  Method<R> at(boolean onlyByPosition, String... positions) {
    return new Method<>(name, repeatable, reader, errors, onlyByPosition, List.of(positions));
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
`,
    ],
    [
      "import java.util.Collections;\nimport java.util.LinkedHashMap;\n",
      "import java.util.ArrayList;\nimport java.util.Collections;\nimport java.util.LinkedHashMap;\nimport java.util.List;\n",
    ],
  ]);
}
