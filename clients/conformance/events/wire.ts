import { isObject, type JsonObject, parseJson } from "../../../codegen/load/json.ts";
import type { EventsLine, Said } from "./listening-program.ts";

const path = "/ext/events";

/** Reads a stream by hand, without any client, to the end that the line names. */
export async function listenByHand(url: string, line: EventsLine): Promise<Said> {
  const cut = new AbortController();
  const response = await fetch(`${url}${path}?${queryOf(line.events)}`, { signal: cut.signal });
  const said: Said = { events: [], end: undefined };
  if (response.status !== 200)
    return { ...said, end: { failure: failureOf(response.status, await response.text()) } };
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body!) {
    text += decoder.decode(piece, { stream: true });
    const messages = text.split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const [, id, data] = /^id: (.*)\nevent: .*\ndata: (.*)$/.exec(message) ?? [];
      if (data === undefined || said.end !== undefined) continue;
      const event = parseJson(data);
      if (!isObject(event)) throw new Error(`the node sent ${data}`);
      said.events.push(event);
      if (isLast(event, said, line)) said.end = { cursor: id! };
    }
    if (said.end !== undefined) break;
  }
  cut.abort();
  return said;
}

function queryOf(events: JsonObject): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(events)) query.set(name, String(value));
  return query;
}

function isLast(event: JsonObject, { events }: Said, { untilHeight, count }: EventsLine): boolean {
  const isBlock = event["type"] === "block" && event["height"] === untilHeight;
  return isBlock || events.length === count;
}

function failureOf(status: number, text: string): JsonObject {
  if (status === 400) return { class: "query", field: text.split(": ")[0] ?? "" };
  if (status === 404) return { class: "no-events" };
  return { class: "transport", reason: "http", status };
}
