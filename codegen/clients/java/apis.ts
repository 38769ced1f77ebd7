import type { EventsDocument } from "../../emit/events/document.ts";
import { eventQuery } from "../events.ts";
import type { ClientFile } from "../language.ts";
import { quoted } from "../literals.ts";
import { contentOf, hasPaths, type Types, target } from "../lookup.ts";
import type {
  ClientApi,
  ClientMethod,
  ClientModel,
  ClientProfile,
  Member,
  Type,
} from "../model.ts";
import { constantName, wordName } from "../names.ts";
import { hasSubscriptions } from "../package/streams.ts";
import { hasClass, javaFile, paramTags, typesPackage } from "./definitions.ts";
import { escapeText, javaDoc } from "./docs.ts";
import { fromLong, javaName, javaType, memberName } from "./types.ts";

const clientPackage = "couloir.client";

/** Prints the client of a profile, a class for each API, and an enum of paths for an API with several. */
export function printProfile(
  profile: ClientProfile,
  model: ClientModel,
  events?: EventsDocument,
): ClientFile[] {
  const { types, generated } = model;
  const file = (name: string, text: string) => printFile(name, text, model);
  const own = profile.apis.filter((api) => !api.sameAsFirst);
  const paths = profile.prefix === "" ? profile.apis.filter(hasPaths) : [];
  return [
    file(clientName(profile.prefix, generated.isNode), printClient(profile, model, events)),
    ...own.map((api) => file(apiName(api, profile), printApi(api, profile, types))),
    ...paths.map((api) => file(`${wordName(api.name)}Path`, printPaths(api))),
  ];
}

/** Prints a class of the client, with its imports: those of all classes, and `more`. */
export function printFile(
  name: string,
  text: string,
  { types, generated }: ClientModel,
  more: readonly string[] = [],
): ClientFile {
  const classes = [...types.values()]
    .filter(hasClass)
    .map((def) => `${typesPackage}.${wordName(def.name)}`);
  const known = [
    "java.math.BigInteger",
    "java.util.List",
    "java.util.Map",
    "java.util.Optional",
    "tools.jackson.core.type.TypeReference",
    "tools.jackson.databind.JsonNode",
    ...new Set(classes),
    ...more,
  ];
  const path = `src/generated/java/couloir/client/${name}.java`;
  return { path, text: javaFile(generated, clientPackage, text, known) };
}

export function clientName(prefix: string, isNode: boolean): string {
  return prefix === "" && isNode ? "CouloirClient" : `${prefix}Client`;
}

function apiName(api: ClientApi, { prefix }: ClientProfile): string {
  return `${api.sameAsFirst ? "" : prefix}${wordName(api.name)}Api`;
}

function printClient(
  profile: ClientProfile,
  model: ClientModel,
  events: EventsDocument | undefined,
): string {
  const { generated } = model;
  const name = clientName(profile.prefix, generated.isNode);
  const { whose, url, base } = generated.isNode ? nodeTexts(profile) : serverTexts;
  const methods = profile.apis.map((api) => {
    const argument = hasPaths(api) ? `${wordName(api.name)}Path path` : "";
    const path = hasPaths(api) ? "path.path()" : quoted(api.paths[0]?.path ?? "");
    const tags = hasPaths(api) ? ["@param path the path of the API"] : [];
    const doc = javaDoc([`Returns the ${api.title}.`], [...tags, "@return the API"], "  ");
    const own = apiName(api, profile);
    return `${doc}  public ${own} ${javaName(api.name)}(${argument}) {\n    return new ${own}(caller, ${path});\n  }\n`;
  });
  if (events !== undefined) methods.push(printEvents(events));
  const hasStreams = hasSubscriptions(model);
  const caller = hasStreams ? "SocketCaller" : "Caller";
  return `${javaDoc([whose, "A client is thread-safe. All threads share its connections."])}public final class ${name} {
  private final ${caller} caller;

  ${name}(${caller} caller) {
    this.caller = caller;
  }

  /**
   * Creates a client with the default settings.
   *
   * @param url ${url}
   * @return the client
   */
  public static ${name} create(String url) {
    return builder(url).build();
  }

  /**
   * Returns a builder for a client with other settings.
   *
   * @param url ${url}
   * @return the builder
   */
  public static ClientBuilder<${name}> builder(String url) {
    return new ClientBuilder<>(${base}, ${name}::new);
  }

${hasStreams ? subscriptions : ""}  /**
   * Creates a batch, which sends several calls in one HTTP request for each API.
   *
   * @return an empty batch
   */
  public Batch batch() {
    return new Batch(caller);
  }

${methods.join("\n")}}
`;
}

const subscriptions = `  /**
   * Returns what the server pushes, over WebSockets.
   *
   * @return the subscriptions
   */
  public Subscriptions subscriptions() {
    return new Subscriptions(caller);
  }

`;

/** What a client says of its server, and the URL before the paths of APIs. */
const serverTexts = {
  whose: "A client of the API.",
  url: "the URL of the server",
  base: "url",
};

function nodeTexts({ prefix }: ClientProfile): typeof serverTexts {
  return {
    whose:
      prefix === ""
        ? "A client of a Couloir node in its default profile, which follows the node interface specification."
        : "A client of an AvalancheGo node, or of a Couloir node started with `--api-profile avalanchego`.",
    url: "the URL of the node, such as <code>http://127.0.0.1:9650</code>",
    base: "BaseUrl.withoutApiPath(url)",
  };
}

function printEvents({ address }: EventsDocument): string {
  const what = "Subscribes to events of the P-chain. AvalancheGo has no events.";
  const tags = ["@param query the events and the starting point", "@return the stream of events"];
  return `${javaDoc([what], tags, "  ")}  public EventStream events(${eventQuery} query) {
    return new EventStream(caller, "${address}", query);
  }
`;
}

/** Prints an enum of the paths of an API. */
function printPaths(api: ClientApi): string {
  const constants = api.paths.map(
    ({ key, path }) => `  /** <code>${path}</code> */\n  ${constantName(key)}("${path}")`,
  );
  const name = `${wordName(api.name)}Path`;
  return `/** The paths of the API <code>${api.name}</code>. Each path has its own data. */
public enum ${name} {
${constants.join(",\n")};

  private final String path;

  ${name}(String path) {
    this.path = path;
  }

  /**
   * Returns the path on the node.
   *
   * @return the path
   */
  public String path() {
    return path;
  }
}
`;
}

function printApi(api: ClientApi, profile: ClientProfile, types: Types): string {
  const name = apiName(api, profile);
  const constants = api.methods.map((method) => printConstant(method, types));
  const methods = api.methods.flatMap((method) => printMethods(method, types));
  // Without methods, nothing reads the fields.
  const unused = methods.length === 0 ? '@SuppressWarnings("UnusedVariable")\n' : "";
  return `${javaDoc([api.description || `The ${api.title}.`])}${unused}public final class ${name} {
${constants.join("")}
  private final Caller caller;
  private final String path;

  ${name}(Caller caller, String path) {
    this.caller = caller;
    this.path = path;
  }

${methods.join("\n")}}
`;
}

/** The constant with what a call needs to know about its method. */
export function printConstant(method: ClientMethod, types: Types) {
  const { name, localName, repeatable, params, byPosition, errors } = method;
  const declared = errors.map((error) => `ErrorName.${constantName(error)}`);
  const type = resultType(method, types);
  const read = method.isNotification
    ? "Json.type(Void.class)"
    : printJavaType(method.result.type, types);
  const given = [quoted(name), `${repeatable}`, read, ...declared];
  const positions = (params?.members ?? []).map((member) => quoted(member.name));
  // Only documents of others have params that are sent as a list.
  const at =
    byPosition === undefined || positions.length === 0
      ? ""
      : `.at(${byPosition === "only"}, ${positions.join(", ")})`;
  const more = `${at}${method.isNotification ? ".notification()" : ""}`;
  return `  private static final Method<${type}> ${constantName(localName)} =
      Method.${more === "" ? "" : `<${type}>`}of(${given.join(", ")})${more};
`;
}

function resultType({ result, isNotification }: ClientMethod, types: Types): string {
  return isNotification ? "Void" : javaType(result.type, types, true);
}

/** The expression that reads a type from JSON. */
export function printJavaType(type: Type, types: Types): string {
  const end = target(type, types);
  const inner = contentOf(end);
  const isDeep = inner !== undefined && javaType(inner, types, true).includes("<");
  if (end.kind === "nullable" || isDeep) {
    return `Json.generic(new TypeReference<${javaType(type, types, true)}>() {})`;
  }
  if (end.kind === "list") return `Json.listOf(${javaType(end.item, types, true)}.class)`;
  if (end.kind === "map") return `Json.mapOf(${javaType(end.value, types, true)}.class)`;
  return `Json.type(${javaType(type, types, true)}.class)`;
}

/** Prints a method with the required params, one with all params, and one with `long` for big integers. */
function printMethods(method: ClientMethod, types: Types): string[] {
  const { params, localName } = method;
  const members = params?.members ?? [];
  const required = members.filter((member) => member.required);
  const name = javaName(localName);
  const type = resultType(method, types);
  const constant = constantName(localName);
  const deprecated = method.deprecated ? "  @Deprecated\n" : "";
  const print = (given: string, body: string, tags: readonly string[]) =>
    `${docOf(method, tags)}${deprecated}  public Call<${type}> ${name}(${given}) {\n    return ${body};\n  }\n`;
  const call = (value: string) => `new Call<>(caller, path, ${constant}, ${value})`;
  if (params === undefined) return [print("", call("null"), [])];
  const record = wordName(params.name);
  const make = (values: readonly string[]) =>
    members.length > required.length
      ? `${record}.of(${values.join(", ")})`
      : `new ${record}(${values.join(", ")})`;
  const plain = print(
    required.map((member) => `${javaType(member.type, types)} ${memberName(member)}`).join(", "),
    call(make(required.map((member) => memberName(member)))),
    paramTags(required, types),
  );
  const all = print(`${record} params`, call("params"), ["@param params the params of the call"]);
  const isBig = ({ type: own }: Member) => fromLong(own, "", types) !== undefined;
  const short = print(
    required
      .map((each) => `${isBig(each) ? "long" : javaType(each.type, types)} ${memberName(each)}`)
      .join(", "),
    `${name}(${required
      .map((each) => fromLong(each.type, memberName(each), types) ?? memberName(each))
      .join(", ")})`,
    paramTags(required, types),
  );
  return [plain, ...(required.some(isBig) ? [short] : []), ...(members.length > 0 ? [all] : [])];
}

function docOf(method: ClientMethod, tags: readonly string[]): string {
  const errors = method.errors.map((error) => `{@link ErrorName#${constantName(error)}}`);
  const deprecated = method.deprecated
    ? ["@deprecated The OpenRPC document deprecates this method."]
    : [];
  return javaDoc(
    [method.summary, method.description],
    [
      ...tags,
      `@return the call. Result: ${escapeText(method.result.description)}${errors.length === 0 ? "" : ` Declared errors: ${errors.join(", ")}.`}`,
      ...deprecated,
    ],
    "  ",
  );
}
