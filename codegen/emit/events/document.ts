import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, objectAt, parseJson, textAt } from "../../load/json.ts";
import type { Schema } from "../../model.ts";

export const eventsSource = "openrpc/asyncapi/events.json";

/** The description of the event stream, where a contract has one: an AsyncAPI document. */
export type EventsDocument = {
  readonly json: JsonObject;
  readonly address: string;
  /** The query, then every component schema, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Messages in the order of the document. */
  readonly messages: readonly { readonly name: string; readonly json: JsonObject }[];
};

/** The schema that a message carries. */
export function payloadName(message: JsonObject): string {
  return textAt(objectAt(message, "payload"), "$ref")?.split("/").at(-1) ?? "";
}

export function readEvents(root: string): EventsDocument | undefined {
  const path = join(root, eventsSource);
  if (!existsSync(path)) return undefined;
  const json = parseJson(readFileSync(path, "utf8"));
  if (!isObject(json)) throw new Error(`${eventsSource} does not hold an object`);
  const components = objectAt(json, "components");
  const channel = objectAt(objectAt(json, "channels"), "events");
  const query = objectAt(objectAt(objectAt(channel, "bindings"), "ws"), "query");
  return {
    json,
    address: String(channel["address"]),
    schemas: new Map(
      Object.entries({ EventsQuery: query, ...objectAt(components, "schemas") }).map(
        ([name, schema]) => [name, isObject(schema) ? schema : {}],
      ),
    ),
    messages: Object.entries(objectAt(components, "messages")).map(([name, message]) => ({
      name,
      json: isObject(message) ? message : {},
    })),
  };
}
