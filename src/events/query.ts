import { formatId, parseId } from "../formats/id.ts";
import { type EventsQuery, eventsQueryFields } from "../generated/events.ts";

/** An invalid query: `field: expected ..., got ...`. */
export class QueryError extends Error {
  constructor(field: string, expected: string, got: string) {
    super(`${field}: expected ${expected}, got ${got}`);
    this.name = "QueryError";
  }
}

/** Parses a query as the document describes it. Throws QueryError. */
export function readQuery(query: URLSearchParams): EventsQuery {
  const read: Record<string, string> = {};
  for (const [name, value] of query) {
    const field = Object.hasOwn(eventsQueryFields, name) && eventsQueryFields[name as Field];
    if (field === false) {
      const known = Object.keys(eventsQueryFields).join(", ");
      throw new QueryError("query", `one of ${known}`, JSON.stringify(name));
    }
    if (name in read) throw new QueryError(name, "one value", "several");
    if (!field.pattern.test(value) || (isId(name) && !readsAsId(value))) {
      throw new QueryError(name, field.expected, JSON.stringify(value.slice(0, 100)));
    }
    read[name] = isId(name) ? formatId(parseId(value)) : value;
  }
  if (read["after"] !== undefined && read["fromHeight"] !== undefined) {
    throw new QueryError("fromHeight", "no fromHeight together with after", read["fromHeight"]);
  }
  return read;
}

type Field = keyof typeof eventsQueryFields;

const isId = (name: string): boolean => name === "subnetID" || name === "txID";

function readsAsId(text: string): boolean {
  try {
    parseId(text);
    return true;
  } catch {
    return false;
  }
}
