import type { Json, JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { amountText } from "./cells.ts";
import type { NodeReader } from "./node-reader.ts";
import type { Content } from "./parts.ts";
import { emptyID } from "./places.ts";

/** Writes an amount of an asset: in AVAX, or with the ID of another asset, whose units have no name here. */
export type AssetCell = (held: {
  readonly assetID?: Json | undefined;
  readonly amount?: Json | undefined;
}) => HTMLElement;

/** Asks the node which asset AVAX is. */
export async function assetCells(reader: NodeReader): Promise<AssetCell> {
  const { assetID: avax } = await reader.stakingAsset();
  return ({ assetID, amount }) => {
    const content: Content[] =
      assetID === avax
        ? [amountText(amount)]
        : [
            `${unitsText(amount)} of `,
            h("code", { class: "cut short", title: String(assetID) }, String(assetID)),
          ];
    return h("td", { class: "number" }, ...content);
  };
}

/** What was staked or paid in a subnet: in AVAX only in the primary network, and a weight in a permissioned subnet. */
export function stakeText(amount: Json | undefined, subnetID: Json | undefined): string {
  return subnetID === emptyID ? amountText(amount) : unitsText(amount);
}

export function stakeCell(amount: Json | undefined, { subnetID }: JsonObject): HTMLElement {
  return h("td", { class: "number" }, stakeText(amount, subnetID));
}

function unitsText(amount: Json | undefined): string {
  return typeof amount === "string" ? BigInt(amount).toLocaleString("en") : "–";
}
