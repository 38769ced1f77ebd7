import { isObject, objectAt, textAt } from "../../load/json.ts";
import type { Contract } from "../../model.ts";
import { follow } from "../../schema.ts";
import { expectedText } from "../expected.ts";
import { printTypes } from "../types.ts";
import { header, type Output, printKey } from "../writer.ts";
import { type EventsDocument, eventsSource, payloadName, readEvents } from "./document.ts";

/** Emits src/generated/events.ts: the events and the rules of their query. */
export async function emitEvents(_contract: Contract, root: string): Promise<Output[]> {
  const events = readEvents(root);
  if (events === undefined) return [];
  const types = await printTypes(events.schemas, { integer: () => "number" });
  const names = events.messages.map(({ json }) => payloadName(json));
  const text = [
    header(eventsSource),
    types,
    `/** What the stream carries. */\nexport type StreamEvent = ${names.join(" | ")};\n`,
    `/** Where the stream is. */\nexport const eventsPath = ${JSON.stringify(events.address)};\n`,
    queryFields(events),
  ].join("\n");
  return [{ path: "src/generated/events.ts", text }];
}

function queryFields({ schemas }: EventsDocument): string {
  const query = schemas.get("EventsQuery") ?? {};
  const rows = Object.entries(objectAt(query, "properties")).map(([name, schema]) => {
    const field = follow(isObject(schema) ? schema : {}, schemas);
    const pattern = JSON.stringify(textAt(field, "pattern"));
    const expected = JSON.stringify(expectedText(field, schemas));
    return `  ${printKey(name)}: { pattern: new RegExp(${pattern}), expected: ${expected} },\n`;
  });
  return [
    "/** What each member of the query must be. */\n",
    "export const eventsQueryFields: Readonly<\n",
    "  Record<keyof EventsQuery, { readonly pattern: RegExp; readonly expected: string }>\n> = {\n",
    ...rows,
    "};\n",
  ].join("");
}
