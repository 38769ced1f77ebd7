import { formatJson, isObject, type Json, type JsonObject } from "../json/parse.ts";
import type { Schema } from "./packed.ts";
import type { Member, SchemaMap } from "./schema.ts";

/** The REST operations of an OpenAPI document. */
export type RestApi = {
  readonly api: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly RestOperation[];
  /** By `<api>.<name>`, because the OpenRPC documents use some of the names for others. */
  readonly schemas: SchemaMap;
};

export type RestOperation = {
  /** `<api>.<operationId>` */
  readonly name: string;
  readonly verb: "GET" | "POST";
  /** With each path parameter in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly params: readonly RestParam[];
  readonly result: Schema;
  /** The statuses of its errors, with their descriptions. */
  readonly problems: readonly (readonly [status: string, description: string])[];
  readonly examples: readonly RestExample[];
};

/** Of a body, each member is a parameter. */
export type RestParam = Member & {
  readonly description: string;
  readonly place: "path" | "query" | "header" | "body";
};

export type RestExample = {
  readonly name: string;
  readonly params: JsonObject;
  /** JSON text */
  readonly result: string;
};

/** Reads an OpenAPI document; `api` is the prefix of its names. */
export function restApiOf(api: string, document: Json): RestApi {
  const root = objectIn(document, "the document");
  const find = (value: Json | undefined): JsonObject => resolved(value, root);
  const info = objectIn(root["info"], "info");
  const components = objectIn(root["components"], "components");
  const schemas = Object.entries(objectIn(components["schemas"], "schemas"));
  return {
    api,
    title: String(info["title"]),
    description: String(info["description"] ?? ""),
    operations: Object.entries(objectIn(root["paths"], "paths")).flatMap(([path, verbs]) =>
      Object.entries(objectIn(verbs, path)).map(([verb, operation]) =>
        operationOf(api, path, verb, { ...objectIn(operation, path) }, find),
      ),
    ),
    schemas: new Map(
      schemas.map(([name, schema]) => [`${api}.${name}`, prefixed(schema, api) as Schema]),
    ),
  };
}

type Find = (value: Json | undefined) => JsonObject;

function operationOf(
  api: string,
  path: string,
  verb: string,
  operation: JsonObject,
  find: Find,
): RestOperation {
  const responses = Object.entries(objectIn(operation["responses"], path)).map(
    ([status, response]) => [status, find(response)] as const,
  );
  const ok = responses.find(([status]) => status === "200")?.[1];
  const params = [
    ...listIn(operation["parameters"]).map((each) => paramOf(find(each), api)),
    ...bodyParams(operation["requestBody"], api, find),
  ];
  return {
    name: `${api}.${operation["operationId"]}`,
    verb: verb === "post" ? "POST" : "GET",
    path,
    summary: `${operation["summary"]}.`,
    description: String(operation["description"] ?? ""),
    params,
    result: prefixed(contentOf(ok)["schema"] ?? {}, api) as Schema,
    problems: responses
      .filter(([status]) => status !== "200")
      .map(([status, response]) => [status, String(response["description"])]),
    examples: responses.flatMap(([, response]) => examplesOf(response, path, params, find)),
  };
}

function paramOf(written: JsonObject, api: string): RestParam {
  return {
    name: String(written["name"]),
    place: written["in"] as RestParam["place"],
    description: String(written["description"] ?? ""),
    required: written["required"] === true,
    schema: prefixed(written["schema"] ?? {}, api) as Schema,
  };
}

function bodyParams(body: Json | undefined, api: string, find: Find): RestParam[] {
  if (body === undefined) return [];
  const schema = find(contentOf(find(body))["schema"]);
  const required = listIn(schema["required"]);
  return Object.entries(objectIn(schema["properties"], "properties")).map(([name, member]) => ({
    name,
    place: "body",
    description: String(objectIn(member, name)["description"] ?? ""),
    required: required.includes(name),
    schema: prefixed(member, api) as Schema,
  }));
}

function examplesOf(
  response: JsonObject,
  path: string,
  params: readonly RestParam[],
  find: Find,
): RestExample[] {
  const examples = contentOf(response)["examples"];
  return Object.values(isObject(examples ?? null) ? (examples as JsonObject) : {}).map((each) => {
    const example = find(each);
    const request = objectIn(example["x-request"], "x-request");
    const body = isObject(request["body"] ?? null) ? (request["body"] as JsonObject) : {};
    return {
      name: String(example["summary"]),
      params: { ...paramsIn(String(request["path"]), path, params), ...body },
      result: formatJson(example["value"]!),
    };
  });
}

/** The parameters of a path and its query. */
function paramsIn(target: string, path: string, params: readonly RestParam[]): JsonObject {
  const [given = "", query = ""] = target.split("?");
  const names = path.split("/").map((segment) => /^\{(\w+)\}/.exec(segment)?.[1]);
  const ofPath = given.split("/").flatMap((segment, at): [string, string][] => {
    const name = names[at];
    return name === undefined ? [] : [[name, decodeURIComponent(segment)]];
  });
  const ofQuery = [...new URLSearchParams(query)].map(([name, text]): [string, Json] => {
    const type = params.find((param) => param.name === name)?.schema["type"];
    return [name, type === "boolean" ? text === "true" : text];
  });
  return Object.fromEntries([...ofPath, ...ofQuery]);
}

function contentOf(holder: JsonObject | undefined): JsonObject {
  const content = holder?.["content"];
  if (content === undefined || !isObject(content)) return {};
  const json = content["application/json"];
  return json !== undefined && isObject(json) ? json : {};
}

function resolved(value: Json | undefined, root: JsonObject): JsonObject {
  const reference = objectIn(value, "a component")["$ref"];
  if (typeof reference !== "string") return objectIn(value, "a component");
  const found = reference
    .slice(2)
    .split("/")
    .reduce((place: Json | undefined, name) => objectIn(place, reference)[name], root as Json);
  return objectIn(found, reference);
}

/** The schema, with its references by the prefixed names. */
function prefixed(value: Json, api: string): Json {
  if (Array.isArray(value)) return value.map((item) => prefixed(item as Json, api));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "$ref" && typeof member === "string"
        ? `#/components/schemas/${api}.${member.split("/").at(-1)}`
        : prefixed(member, api),
    ]),
  );
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function objectIn(value: Json | undefined, name: string): JsonObject {
  if (value === undefined || !isObject(value)) throw new Error(`${name} is not an object`);
  return value;
}
