import type { JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { type LedgerList, readList } from "./ledger-list.ts";
import type { NodeReader } from "./node-reader.ts";
import { type Content, dataTable, growTable } from "./parts.ts";

const shownAtOnce = 25;

/** A table of a list of the ledger with a button for the next page. Reads the first page when it is made. */
export function ledgerTable(
  reader: NodeReader,
  list: LedgerList,
  table: {
    readonly label: string;
    readonly heads: readonly string[];
    readonly row: (each: JsonObject) => HTMLElement;
    readonly empty: string;
  },
): HTMLElement {
  const place = h("div", { "aria-live": "polite" }, h("p", { class: "empty" }, "Loading …"));
  const rows: HTMLElement[] = [];
  let next: string | undefined;
  let isReading = false;
  const more = h("button", { class: "quiet", type: "button", click: () => void read() }, "More");
  const draw = (...below: readonly Content[]): void => {
    const isEmpty = rows.length === 0 && below.length === 0;
    if (isEmpty) place.replaceChildren(h("p", { class: "empty" }, table.empty));
    else growTable(place, dataTable(table.label, table.heads, rows), ...below);
  };
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      const page = await readList(reader, list, { limit: shownAtOnce, startAfter: next });
      rows.push(...page.rows.map(table.row));
      next = page.next;
      draw(...(next === undefined ? [] : [more]));
    } catch (error) {
      const reason = h("p", { class: "empty" }, (error as Error).message);
      if (rows.length === 0) place.replaceChildren(reason);
      else draw(more, reason);
    } finally {
      isReading = false;
    }
  };
  void read();
  return place;
}
