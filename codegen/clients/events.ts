import { type EventsDocument, payloadName } from "../emit/events/document.ts";
import { isObject, objectAt, textAt } from "../load/json.ts";
import type { Param, Schema } from "../model.ts";
import type { SchemaMap } from "../schema.ts";

/** The name of the union of all events. */
export const eventUnion = "StreamEvent";
/** The name of the struct with the query of the stream. */
export const eventQuery = "EventsQuery";

/**
 * The schemas that only the event stream has: the events, their union, and the query with its list of
 * topics as an array.
 */
export function eventSchemas(
  { schemas, messages }: EventsDocument,
  components: SchemaMap,
): Map<string, Schema> {
  const own = new Map<string, Schema>();
  for (const [name, schema] of schemas) {
    const shared = components.get(name);
    if (shared === undefined) own.set(name, schema);
    else if (textAt(shared, "pattern") !== textAt(schema, "pattern")) {
      throw new Error(`${name} has one pattern in openrpc/common.json, another for events`);
    }
  }
  const forms = messages.map(({ json }) => reference(payloadName(json)));
  own.set(eventUnion, { description: "An event of the stream.", oneOf: forms });
  const query = schemas.get(eventQuery) ?? {};
  own.set(eventQuery, {
    ...query,
    properties: Object.fromEntries(queryParams(query).map(({ name, schema }) => [name, schema])),
  });
  return own;
}

/** The members of the query, all optional. */
export function queryParams(query: Schema): Param[] {
  return Object.entries(objectAt(query, "properties")).map(([name, value]) => {
    const written = isObject(value) ? value : {};
    const item = textAt(written, "x-list-of");
    const description = textAt(written, "description") ?? "";
    const list: Schema = { description, type: "array", items: reference(item ?? "") };
    return { name, description, required: false, schema: item === undefined ? written : list };
  });
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
