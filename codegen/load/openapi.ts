import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { $RefParser, type JSONSchema } from "@apidevtools/json-schema-ref-parser";
import type { Schema } from "../model.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  parseJson,
  textAt,
} from "./json.ts";

const places = ["path", "query", "header", "body"] as const;
type ParameterPlace = (typeof places)[number];

/** A parameter of an operation. */
export type RestParameter = {
  readonly name: string;
  /** Of a body, its members are parameters. */
  readonly place: ParameterPlace;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Schema;
};

/** An operation of an OpenAPI document. */
export type RestOperation = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly verb: string;
  readonly path: string;
  readonly parameters: readonly RestParameter[];
  /** Of a response without a problem: 200, or 201 of an operation that creates something. */
  readonly status: string;
  /** The schema of that response. */
  readonly result: Schema;
  /** The statuses of the other responses, with their descriptions. */
  readonly problems: ReadonlyMap<string, string>;
  readonly examples: readonly RestExample[];
};

/** A request, and what a node with a recorded chain answers. */
export type RestExample = {
  readonly summary: string;
  readonly status: string;
  /** Path and query. */
  readonly target: string;
  readonly body: JsonObject | undefined;
  readonly value: Json;
};

/** What the emitters read of an OpenAPI document. */
export type RestDocument = {
  /** Path from the repository's root. */
  readonly source: string;
  readonly title: string;
  readonly description: string;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly operations: readonly RestOperation[];
};

/** Reads openapi/<name>.json below `root`; undefined if there is none. Throws for what the emitters cannot express. */
export async function readOpenApi(root: string, name: string): Promise<RestDocument | undefined> {
  const source = `openapi/${name}.json`;
  if (!existsSync(join(root, source))) return undefined;
  const json = parseJson(readFileSync(join(root, source), "utf8"));
  if (!isObject(json)) throw new Error(`${source}: not an object`);
  const references = await $RefParser.resolve(structuredClone(json) as JSONSchema);
  const resolved = (value: Json): JsonObject => {
    const pointer = textAt(value, "$ref");
    const found = (pointer === undefined ? value : references.get(pointer)) as Json;
    if (!isObject(found)) throw new Error(`${source}: ${pointer} is not an object`);
    return found;
  };
  const operations = Object.entries(objectAt(json, "paths")).flatMap(([path, verbs]) =>
    Object.entries(isObject(verbs) ? verbs : {}).map(([verb, operation]) =>
      readOperation({ path, verb, operation, resolved, source }),
    ),
  );
  const schemas = Object.entries(objectAt(objectAt(json, "components"), "schemas"));
  const info = objectAt(json, "info");
  return {
    source,
    title: textAt(info, "title") ?? name,
    description: textAt(info, "description") ?? "",
    schemas: new Map(schemas as [string, Schema][]),
    operations,
  };
}

function readOperation(of: {
  readonly path: string;
  readonly verb: string;
  readonly operation: Json;
  readonly resolved: (value: Json) => JsonObject;
  readonly source: string;
}): RestOperation {
  const { path, verb, operation, resolved } = of;
  const name = textAt(operation, "operationId");
  if (name === undefined) throw new Error(`${of.source}: ${verb} ${path} has no operationId`);
  const responses = Object.entries(objectAt(operation, "responses")).map(
    ([status, response]) => [status, resolved(response)] as const,
  );
  const byStatus = new Map(responses);
  const status = byStatus.has("201") ? "201" : "200";
  const ok = byStatus.get(status) ?? {};
  const result = objectAt(objectAt(objectAt(ok, "content"), "application/json"), "schema");
  const parameters = listAt(operation, "parameters").map((parameter): RestParameter => {
    const found = resolved(parameter);
    const place = places.find((each) => each === textAt(found, "in"));
    if (place === undefined) {
      throw new Error(`${of.source}: ${name} has a parameter in ${textAt(found, "in")}`);
    }
    return {
      name: textAt(found, "name") ?? "",
      place,
      isRequired: found["required"] === true,
      description: textAt(found, "description") ?? "",
      schema: objectAt(found, "schema"),
    };
  });
  parameters.push(...bodyParameters(objectAt(operation, "requestBody"), resolved));
  const problems = responses.filter(([each]) => each !== status);
  return {
    name,
    summary: textAt(operation, "summary") ?? "",
    description: textAt(operation, "description") ?? "",
    verb: verb.toUpperCase(),
    path,
    parameters,
    result,
    status,
    problems: new Map(
      problems.map(([status, found]) => [status, textAt(found, "description") ?? ""]),
    ),
    examples: responses.flatMap(([status, found]) => examplesOf(found, status, resolved)),
  };
}

function examplesOf(
  response: JsonObject,
  status: string,
  resolved: (value: Json) => JsonObject,
): RestExample[] {
  const content = objectAt(objectAt(response, "content"), "application/json");
  return Object.values(objectAt(content, "examples"))
    .map(resolved)
    .filter((example) => isObject(example["x-request"]))
    .map((example) => {
      const request = objectAt(example, "x-request");
      return {
        summary: textAt(example, "summary") ?? "",
        status,
        target: textAt(request, "path") ?? "",
        body: "body" in request ? objectAt(request, "body") : undefined,
        value: example["value"] as Json,
      };
    });
}

/** The members of a JSON object that is the body of a request. */
function bodyParameters(body: Json, resolved: (value: Json) => JsonObject): RestParameter[] {
  const content = objectAt(objectAt(body, "content"), "application/json");
  if (!("schema" in content)) return [];
  const schema = resolved(objectAt(content, "schema"));
  const required = listAt(schema, "required");
  return Object.entries(objectAt(schema, "properties")).map(([name, member]) => ({
    name,
    place: "body",
    isRequired: required.includes(name),
    description: textAt(member, "description") ?? "",
    schema: member as Schema,
  }));
}
