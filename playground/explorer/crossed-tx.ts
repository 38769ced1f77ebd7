import type { JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import type { AssetCell } from "./asset-amount.ts";
import { cell, ownerNodes, shortLink } from "./cells.ts";
import type { Entity } from "./entity-page.ts";
import { card, dataTable, facts, idText } from "./parts.ts";
import { linkTo } from "./places.ts";

/** A transaction of the X- or C-chain, as far as it concerns the P-chain. */
export function crossedTx(
  id: string,
  crossings: readonly JsonObject[],
  assetCell: AssetCell,
): Entity {
  const { chainID, height, time, isVerified, kind } = crossings[0]!;
  return {
    title: "Transaction",
    kind: kind === "export" ? "Export to the P-chain" : "Import from the P-chain",
    content: [
      facts([
        ["ID", idText(id)],
        ["Chain", idText(String(chainID), linkTo.tx(String(chainID)))],
        ["Block of that chain", String(height)],
        time === undefined ? undefined : ["Time", String(time)],
        isVerified === false ? ["Verified", "no: no hash of its block covers it"] : undefined,
      ]),
      card(
        "UTXOs",
        dataTable("UTXOs", ["Amount", "Owner", "On the P-chain"], crossings.map(row(assetCell))),
      ),
    ],
  };
}

const row = (assetCell: AssetCell) => (crossing: JsonObject) => {
  const { owner, platformTxID, platformHeight, kind } = crossing;
  const owners = typeof owner === "object" && owner !== null ? ownerNodes(owner as JsonObject) : [];
  const verb = kind === "export" ? "imported by " : "exported by ";
  const at = platformHeight === undefined ? "" : ` at ${String(platformHeight)}`;
  return h(
    "tr",
    {},
    assetCell(crossing),
    h("td", { class: "owners" }, ...(owners.length === 0 ? ["–"] : owners)),
    platformTxID === undefined
      ? cell("not imported")
      : cell(verb, shortLink(platformTxID, linkTo.tx), at),
  );
};
