import { isObject, type Json, type JsonObject } from "../json/parse.ts";
import type { Schema } from "./packed.ts";
import { type Member, membersOf } from "./schema.ts";

/** The event stream, as the AsyncAPI document has it. */
export type EventStream = {
  readonly title: string;
  readonly description: string;
  readonly address: string;
  /** The field of an invalid query. */
  readonly note: string;
  readonly query: readonly Member[];
  readonly messages: readonly EventMessage[];
};

export type EventMessage = {
  /** The value of its `type`. */
  readonly name: string;
  readonly summary: string;
  readonly payload: Schema;
  readonly examples: readonly Json[];
};

/** Reads the document; its components have names that the OpenRPC documents use for others, so each is written in place. */
export function eventStreamOf(document: Json): EventStream {
  const root = objectIn(document, "the document");
  const components = objectIn(root["components"], "components");
  const schemas = objectIn(components["schemas"], "schemas");
  const channel = objectIn(objectIn(root["channels"], "channels")["events"], "events");
  const bindings = objectIn(objectIn(channel["bindings"], "bindings")["ws"], "ws");
  const info = objectIn(root["info"], "info");
  return {
    title: String(info["title"]),
    description: String(info["description"]),
    address: String(channel["address"]),
    note: String(channel["description"]),
    query: membersOf(objectIn(inPlace(bindings["query"]!, schemas), "query")),
    messages: Object.entries(objectIn(components["messages"], "messages")).map(
      ([name, written]) => {
        const { summary, payload, examples } = objectIn(written, name);
        return {
          name,
          summary: String(summary),
          payload: objectIn(inPlace(payload!, schemas), name),
          examples: (examples as readonly JsonObject[]).map((each) => each["payload"]!),
        };
      },
    ),
  };
}

/** Resolves the references of a schema in place, and keeps their siblings. */
function inPlace(value: Json, schemas: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => inPlace(item as Json, schemas));
  if (!isObject(value)) return value;
  const { $ref, allOf, ...beside } = value;
  const rest = Object.fromEntries(
    Object.entries(beside).map(([name, member]) => [name, inPlace(member, schemas)]),
  );
  if (typeof $ref === "string") {
    const target = schemas[$ref.split("/").at(-1)!];
    return { ...objectIn(inPlace(target!, schemas), $ref), ...rest };
  }
  if (!Array.isArray(allOf)) return rest;
  const parts = allOf.map((each) => objectIn(inPlace(each as Json, schemas), "allOf"));
  return Object.assign({}, ...parts, rest);
}

function objectIn(value: Json | undefined, name: string): JsonObject {
  if (value === undefined || !isObject(value)) throw new Error(`${name} is not an object`);
  return value;
}
