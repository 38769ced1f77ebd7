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
  readonly verb: string;
  readonly path: string;
  readonly parameters: readonly RestParameter[];
  /** The schema of the response with status 200. */
  readonly result: Schema;
};

/** What the emitters read of an OpenAPI document. */
export type RestDocument = {
  /** Path from the repository's root. */
  readonly source: string;
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
  return { source, schemas: new Map(schemas as [string, Schema][]), operations };
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
  const ok = resolved(objectAt(objectAt(operation, "responses"), "200"));
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
  return { name, verb: verb.toUpperCase(), path, parameters, result };
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
