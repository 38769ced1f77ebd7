import { FormatError } from "../formats/format-error.ts";
import { formatId, parseId } from "../formats/id.ts";
import { formatNodeId, parseNodeId } from "../formats/node-id.ts";
import { type EventsQuery, eventsQueryFields } from "../generated/events.ts";
import { type EventFilter, filteredTopics, topicsOf } from "./topics.ts";

/** An invalid query: `field: expected ..., got ...`. */
export class QueryError extends Error {
  constructor(field: string, expected: string, got: string) {
    super(`${field}: expected ${expected}, got ${got}`);
    this.name = "QueryError";
  }
}

/** The usual text of a P-chain address of the node's network. Throws FormatError. */
export type AddressReader = (text: string) => string;

/** Parses a query as the document describes it. Throws QueryError. */
export function readQuery(query: URLSearchParams, address: AddressReader): EventsQuery {
  const read: Record<string, string> = {};
  for (const [name, value] of query) {
    const field = Object.hasOwn(eventsQueryFields, name) && eventsQueryFields[name as Field];
    if (field === false) {
      const known = Object.keys(eventsQueryFields).join(", ");
      throw new QueryError("query", `one of ${known}`, JSON.stringify(name));
    }
    if (name in read) throw new QueryError(name, "one value", "several");
    const got = JSON.stringify(value.slice(0, 100));
    if (!field.pattern.test(value)) throw new QueryError(name, field.expected, got);
    read[name] = usualText(name as Field, value, address, field.expected);
  }
  if (read["after"] !== undefined && read["fromHeight"] !== undefined) {
    throw new QueryError("fromHeight", "no fromHeight together with after", read["fromHeight"]);
  }
  verifyWatch(read);
  verifyFilters(read);
  return read;
}

type Field = keyof typeof eventsQueryFields;

/** How each field is read whose pattern does not say everything. */
function usualText(name: Field, text: string, address: AddressReader, expected: string): string {
  try {
    switch (name) {
      case "subnetID":
      case "txID":
      case "validationID":
        return formatId(parseId(text));
      case "nodeID":
        return formatNodeId(parseNodeId(text));
      case "address":
        return address(text);
      default:
        return text;
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const reason = error.cause instanceof FormatError ? error.cause.message : error.message;
    const why = name === "address" ? `: ${reason}` : "";
    throw new QueryError(name, `${expected}${why}`, JSON.stringify(text.slice(0, 100)));
  }
}

/** A watch selects its events itself, and may report several things of one: only its streams have a cursor between them. */
function verifyWatch({ watchID, after, fromHeight, ...others }: EventsQuery): void {
  if (watchID === undefined && after?.split(".")[3] !== undefined) {
    throw new QueryError("after", "the cursor of an event of these topics", JSON.stringify(after));
  }
  const [name] = Object.keys(others);
  if (watchID === undefined || name === undefined) return;
  throw new QueryError(
    name,
    `no ${name} together with watchID`,
    JSON.stringify(others[name as keyof typeof others]),
  );
}

/** Older clients may send these with any topics. */
const lenient: readonly EventFilter[] = ["subnetID", "txID"];

/** A filter that no selected topic has would have no effect. */
function verifyFilters(query: EventsQuery): void {
  const topics = topicsOf(query);
  for (const name of Object.keys(filteredTopics) as EventFilter[]) {
    if (query[name] === undefined || lenient.includes(name)) continue;
    const needed: readonly string[] = filteredTopics[name];
    if (topics.some((topic) => needed.includes(topic))) continue;
    const expected = `topics with ${needed.join(", ")} or several of them when ${name} is given`;
    throw new QueryError("topics", expected, JSON.stringify(topics.join(",")));
  }
}
