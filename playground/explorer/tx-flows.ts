import { isObject, type Json, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { type AssetCell, stakeCell, stakeText } from "./asset-amount.ts";
import { amountCell, cell, ownerNodes, shortLink } from "./cells.ts";
import { objectsOf } from "./ledger-list.ts";
import { type Content, card, dataTable, growTable } from "./parts.ts";
import { linkTo } from "./places.ts";

/** What the ledger has of a transaction: the origin of each input, and the status of each output. */
export function flowCards(found: JsonObject, assetCell: AssetCell): HTMLElement[] {
  const list = (member: string) => objectsOf(found[member]);
  return [
    ...listCard("Inputs", ["Amount", "Owner", "From"], list("inputs"), inputRow(assetCell)),
    ...listCard("Outputs", ["Amount", "Owner", "Status"], list("outputs"), outputRow(assetCell)),
    ...listCard("Rewards", ["Kind", "Amount", "Owner"], list("rewards"), rewardRow),
    ...listCard(
      "Staking periods",
      ["Role", "Validator", "Stake", "Status", "Reward"],
      list("periods"),
      periodRow,
    ),
    ...listCard(
      "L1 validators",
      ["What", "Balance after", "Weight", "Validation"],
      list("l1Events"),
      l1Row,
    ),
  ];
}

/** The genesis of mainnet has 15,344 outputs. */
const shownAtOnce = 100;

function listCard(
  title: string,
  heads: readonly string[],
  entries: readonly JsonObject[],
  row: (entry: JsonObject) => HTMLElement,
): HTMLElement[] {
  if (entries.length === 0) return [];
  const place = h("div", { "aria-live": "polite" });
  const rows: HTMLElement[] = [];
  const grow = (): void => {
    rows.push(...entries.slice(rows.length, rows.length + shownAtOnce).map(row));
    const left = entries.length - rows.length;
    growTable(
      place,
      dataTable(title, heads, rows),
      ...(left === 0
        ? []
        : [h("button", { class: "quiet", type: "button", click: grow }, `More (${left})`)]),
    );
  };
  grow();
  return [card(title, place)];
}

function ownerCell({ owner }: JsonObject): HTMLElement {
  return h("td", { class: "owners" }, ...(isObject(owner) ? ownerNodes(owner) : ["–"]));
}

const inputRow = (assetCell: AssetCell) => (input: JsonObject) => {
  const { txID, outputIndex, origin, sourceChain, exportedBy } = input;
  const from: Content[] =
    sourceChain === undefined
      ? [`${String(origin)} ${String(outputIndex)} of `, shortLink(txID, linkTo.tx)]
      : ["imported from ", shortLink(sourceChain, linkTo.tx), ...crossedBy("exported", exportedBy)];
  return h("tr", {}, assetCell(input), ownerCell(input), cell(...from));
};

const outputRow = (assetCell: AssetCell) => (output: JsonObject) => {
  const { status, spentBy, exportedTo, spentHeight, importedBy } = output;
  const became: Content[] =
    status === "exported"
      ? ["exported to ", shortLink(exportedTo, linkTo.tx), ...crossedBy("imported", importedBy)]
      : status === "spent"
        ? ["spent by ", shortLink(spentBy, linkTo.tx), ` at ${String(spentHeight)}`]
        : [String(status)];
  const words =
    output["origin"] === "output" ? [] : [h("span", { class: "soft" }, `${output["origin"]}: `)];
  return h("tr", {}, assetCell(output), ownerCell(output), cell(...words, ...became));
};

/** The transaction of the other chain, if this node knows it. */
function crossedBy(verb: string, by: Json | undefined): Content[] {
  if (!isObject(by)) return [];
  const { txID, height, isVerified } = by;
  const doubt = isVerified === false ? ", which no hash covers" : "";
  return [`, ${verb} by `, shortLink(txID, linkTo.tx), ` at ${String(height)} there${doubt}`];
}

function rewardRow(reward: JsonObject): HTMLElement {
  const amount = stakeCell(reward["amount"], reward);
  return h("tr", {}, cell(String(reward["kind"])), amount, ownerCell(reward));
}

function periodRow(period: JsonObject): HTMLElement {
  const { endReason, status, reward, potentialReward, subnetID } = period;
  const words =
    reward === undefined
      ? `${stakeText(potentialReward, subnetID)} if it is paid`
      : stakeText(reward, subnetID);
  return h(
    "tr",
    {},
    cell(String(period["role"])),
    cell(shortLink(period["nodeID"], linkTo.validator)),
    stakeCell(period["weight"], period),
    cell(String(endReason ?? status)),
    cell(words),
  );
}

function l1Row(event: JsonObject): HTMLElement {
  return h(
    "tr",
    {},
    cell(String(event["kind"])),
    amountCell(event["balance"]),
    h("td", { class: "number" }, String(event["weight"])),
    cell(shortLink(event["validationID"], linkTo.validation)),
  );
}
