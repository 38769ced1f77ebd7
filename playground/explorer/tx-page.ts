import type { SchemaMap } from "../contract/schema.ts";
import { formatJson, isObject, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { jsonView } from "../view/json-view.ts";
import { type AssetCell, assetCells } from "./asset-amount.ts";
import { amountText, ownerNodes } from "./cells.ts";
import { crossedTx } from "./crossed-tx.ts";
import { crossingsOf } from "./crossings.ts";
import { entityPage } from "./entity-page.ts";
import { txKind } from "./kinds.ts";
import { askLedger } from "./ledger-list.ts";
import { madeTx } from "./made-tx.ts";
import type { NodeReader } from "./node-reader.ts";
import { card, dataTable, facts, idText, timeNodes } from "./parts.ts";
import { importedIDs, linkOfMember, linkTo } from "./places.ts";
import { flowCards } from "./tx-flows.ts";

/** A transaction: its status, block and outputs, and its decoded form. */
export function txPage(id: string, reader: NodeReader, schemas: SchemaMap): HTMLElement {
  return entityPage("Transaction", async () => {
    // A node without a ledger shows the transaction alone.
    const [status, found, past] = await Promise.all([
      reader.txStatus(id),
      reader.tx(id).catch((error: Error) => error),
      askLedger(reader, "getTransaction", { txID: id }).catch(() => undefined),
    ]);
    if (found instanceof Error) {
      const made = past === undefined ? undefined : await madeTx(id, past, reader);
      if (made !== undefined) return made;
      const crossings = await crossingsOf(id, reader);
      if (crossings.length > 0) return crossedTx(id, crossings, await assetCells(reader));
      return withoutBody(id, status, found);
    }
    const tx = isObject(found["tx"]) ? found["tx"] : {};
    const unsigned = isObject(tx["unsignedTx"]) ? tx["unsignedTx"] : {};
    const { height, time, blockID } = found;
    const assetCell = await assetCells(reader);
    return {
      title: "Transaction",
      kind: txKind(tx, schemas),
      content: [
        facts([
          ["ID", idText(id)],
          ["Status", chip(String(status["status"]))],
          height === undefined
            ? undefined
            : ["Block", h("a", { href: linkTo.block(String(height)) }, String(height))],
          blockID === undefined
            ? undefined
            : ["Block ID", idText(String(blockID), linkTo.block(String(blockID)))],
          time === undefined ? undefined : ["Time", ...timeNodes(Number(time), await reader.now())],
          ...burned(past),
          ...subjects(unsigned),
          ...memo(unsigned),
        ]),
        ...(past === undefined ? outputsCard(unsigned, assetCell) : flowCards(past, assetCell)),
        card("Decoded", jsonView(formatJson(tx, "  "), "The transaction as JSON", linkIn(id, tx))),
      ],
    };
  });
}

/** A transaction that no block contains has a status, and perhaps the reason of it. */
function withoutBody(id: string, { status, reason }: JsonObject, error: Error) {
  if (status === undefined || status === "Unknown") throw error;
  return {
    title: "Transaction",
    kind: String(status),
    content: [
      facts([
        ["ID", idText(id)],
        ["Status", chip(String(status))],
        reason === undefined ? undefined : ["Reason", String(reason)],
      ]),
      h("p", { class: "empty" }, "No block contains it, so this node does not return its content."),
    ],
  };
}

function chip(status: string): HTMLElement {
  const verdict = status === "Committed" ? "good" : /Dropped|Aborted/.test(status) ? "bad" : "";
  return h("span", { class: `chip ${verdict}` }, status);
}

/** What the transaction is about, by the members that its kind has. */
function subjects(unsigned: JsonObject): (readonly [string, ...(Node | string)[]])[] {
  const { validator } = unsigned;
  const all: JsonObject = { ...(isObject(validator) ? validator : {}), ...unsigned };
  const names = [
    ["nodeID", "Validator"],
    ["txID", "About"],
    ["subnetID", "Subnet"],
    ["validationID", "Validation ID"],
  ] as const;
  return names.flatMap(([name, label]) => {
    const value = all[name];
    if (typeof value !== "string") return [];
    return [[label, idText(value, linkOfMember(name, value))] as const];
  });
}

/** The fee, unless it paid more. */
function burned(past: JsonObject | undefined): (readonly [string, string])[] {
  const row = past?.["transaction"];
  return isObject(row) ? [["Burned", amountText(row["burned"])]] : [];
}

function memo({ memo: text }: JsonObject): (readonly [string, string])[] {
  return typeof text === "string" && text !== "0x" ? [["Memo", text]] : [];
}

const outputMembers = {
  outputs: "to",
  stake: "staked by",
  exportedOutputs: "exported to",
} as const;

function outputsCard(unsigned: JsonObject, assetCell: AssetCell): HTMLElement[] {
  const rows = Object.entries(outputMembers).flatMap(([member, words]) => {
    const list = unsigned[member];
    return Array.isArray(list)
      ? list.filter(isObject).map((each) => outputRow(each, words, assetCell))
      : [];
  });
  if (rows.length === 0) return [];
  return [card("Outputs", dataTable("Outputs", ["Amount", "", "Owner"], rows))];
}

function outputRow({ assetID, output }: JsonObject, words: string, assetCell: AssetCell) {
  const held = isObject(output) ? output : {};
  // A locked output wraps the one that it locks.
  const inner = isObject(held["output"]) ? held["output"] : held;
  return h(
    "tr",
    {},
    assetCell({ assetID, amount: String(inner["amount"]) }),
    h("td", { class: "soft" }, words),
    h("td", { class: "owners" }, ...ownerNodes(inner)),
  );
}

function linkIn(own: string, tx: JsonObject) {
  const imported = importedIDs([tx]);
  return (name: string, value: string): string | undefined =>
    value === own || imported.has(value) ? undefined : linkOfMember(name, value);
}
