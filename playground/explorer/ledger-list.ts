import { isObject, type Json, type JsonObject } from "../json/parse.ts";
import type { NodeReader } from "./node-reader.ts";

const ledgerPath = "/ext/ledger";

/** Calls a method of the ledger. Throws the error of the response, such as that the ledger is off. */
export function askLedger(
  reader: Pick<NodeReader, "call">,
  method: string,
  params: JsonObject = {},
): Promise<JsonObject> {
  return reader.call(ledgerPath, `ledger.${method}`, params);
}

/** A list of the ledger: the method, the member of its result, and the params without the page. */
export type LedgerList = {
  readonly method: string;
  readonly member: string;
  readonly params: JsonObject;
};

export type ListPage = { readonly rows: readonly JsonObject[]; readonly next: string | undefined };

export async function readList(
  reader: NodeReader,
  { method, member, params }: LedgerList,
  page: { readonly limit: number; readonly startAfter?: string | undefined },
): Promise<ListPage> {
  const { limit, startAfter } = page;
  const wanted = { limit, ...(startAfter !== undefined && { startAfter }) };
  const result = await askLedger(reader, method, { ...params, page: wanted });
  const next = result["nextCursor"];
  return { rows: objectsOf(result[member]), next: typeof next === "string" ? next : undefined };
}

const readAtOnce = 1_024;

/** Reads a list page by page to its end. */
export async function readWhole(reader: NodeReader, list: LedgerList): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  let next: string | undefined;
  do {
    const page = await readList(reader, list, { limit: readAtOnce, startAfter: next });
    rows.push(...page.rows);
    next = page.next;
  } while (next !== undefined);
  return rows;
}

export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** RFC 3339 as Unix seconds. */
export function secondsOf(time: Json | undefined): number {
  return Date.parse(String(time)) / 1_000;
}
