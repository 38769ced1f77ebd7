import { isObject, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { assetCells } from "./asset-amount.ts";
import type { Entity } from "./entity-page.ts";
import { secondsOf } from "./ledger-list.ts";
import type { NodeReader } from "./node-reader.ts";
import { facts, idText, timeNodes } from "./parts.ts";
import { linkTo } from "./places.ts";
import { flowCards } from "./tx-flows.ts";

/**
 * What the genesis or a developer made: the ledger has it as a transaction, though no block contains one. Undefined for
 * other transactions.
 */
export async function madeTx(
  id: string,
  past: JsonObject,
  reader: NodeReader,
): Promise<Entity | undefined> {
  const row = isObject(past["transaction"]) ? past["transaction"] : {};
  const { kind, height, time } = row;
  const note = notes[String(kind)];
  if (note === undefined) return undefined;
  return {
    title: "Transaction",
    kind: String(kind),
    content: [
      facts([
        ["ID", idText(id)],
        ["Block", h("a", { href: linkTo.block(String(height)) }, String(height))],
        ["Time", ...timeNodes(secondsOf(time), await reader.now())],
      ]),
      h("p", { class: "empty" }, note),
      ...flowCards(past, await assetCells(reader)),
    ],
  };
}

const notes: Readonly<Record<string, string>> = {
  Genesis: "The chain began with these outputs.",
  Dev: "A developer made this change after that block, outside of blocks.",
};
