import { h } from "../view/element.ts";
import type { AssetCell } from "./asset-amount.ts";
import { cell, shortLink, timeCell } from "./cells.ts";
import { ledgerTable } from "./ledger-table.ts";
import type { NodeReader } from "./node-reader.ts";
import { linkTo } from "./places.ts";

/** What the X- and C-chain exported to an address of the P-chain, and imported from it. */
export function crossingTable(
  address: string,
  reader: NodeReader,
  assetCell: AssetCell,
): HTMLElement {
  const params = { filter: { addresses: [address] } };
  const list = { method: "getCrossings", member: "crossings", params };
  return ledgerTable(reader, list, {
    label: "Between chains",
    heads: ["Direction", "Amount", "Chain", "Its block", "Time", "There", "On the P-chain"],
    empty: "This node knows of no export to this address and no import from it.",
    row: ({ kind, amount, assetID, chainID, height, time, txID, platformTxID }) =>
      h(
        "tr",
        {},
        cell(kind === "export" ? "to the P-chain" : "from the P-chain"),
        assetCell({ amount, assetID }),
        cell(shortLink(chainID, linkTo.tx)),
        h("td", { class: "number" }, String(height)),
        time === undefined ? cell("–") : timeCell(time),
        cell(shortLink(txID, linkTo.tx)),
        platformTxID === undefined
          ? cell("not imported")
          : cell(shortLink(platformTxID, linkTo.tx)),
      ),
  });
}
