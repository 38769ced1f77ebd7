import type { JsonObject } from "../json/parse.ts";
import { h, replaceIn } from "../view/element.ts";
import { stakeCell } from "./asset-amount.ts";
import { amountCell, cell, ownerNodes, shortLink, timeCell, txCell } from "./cells.ts";
import { ledgerTable } from "./ledger-table.ts";
import type { NodeReader } from "./node-reader.ts";
import { observedCell } from "./observed-term.ts";
import { card } from "./parts.ts";
import { linkTo } from "./places.ts";

/** The terms of a validator, ended ones too, each with its delegations; and the rewards of its stakers. */
export function termCards(nodeID: string, reader: NodeReader): HTMLElement[] {
  return [
    card("Terms", terms(nodeID, reader)),
    card("Rewards", rewards(nodeID, reader)),
    card("L1 validations", l1Terms(nodeID, reader)),
  ];
}

function terms(nodeID: string, reader: NodeReader): HTMLElement {
  const params = { filter: { nodeID, role: "validator" } };
  return ledgerTable(
    reader,
    { method: "getStakingPeriods", member: "periods", params },
    {
      label: "Terms",
      heads: [
        "Status",
        "Stake",
        "Begin",
        "End",
        "Reward",
        "Delegators' shares",
        "Transaction",
        "Observed by this node",
        "Delegations",
      ],
      empty: "The node was never a validator of the primary network or a subnet.",
      row: (term) => termRow(term, reader),
    },
  );
}

function termRow(term: JsonObject, reader: NodeReader): HTMLElement {
  const place = h("td", {});
  const show = h(
    "button",
    {
      class: "quiet",
      type: "button",
      click: () => replaceIn(place, delegations(term, reader)),
    },
    "Show",
  );
  place.append(show);
  return h(
    "tr",
    {},
    cell(String(term["endReason"] ?? term["status"])),
    stakeCell(term["weight"], term),
    timeCell(term["beganTime"] ?? term["startTime"]),
    timeCell(term["endedTime"] ?? term["endTime"]),
    stakeCell(term["reward"] ?? term["potentialReward"], term),
    stakeCell(term["delegateeReward"], term),
    txCell(term["txID"]),
    observedCell(term, reader),
    place,
  );
}

function delegations(term: JsonObject, reader: NodeReader): HTMLElement {
  const { txID, beganHeight, endedHeight } = term;
  // All terms of an auto-renewed validator have one staking transaction.
  const range = {
    ...(beganHeight !== undefined && { fromHeight: beganHeight }),
    ...(endedHeight !== undefined && { toHeight: endedHeight }),
  };
  const params = { filter: { validatorTxID: String(txID), ...range } };
  return ledgerTable(
    reader,
    { method: "getStakingPeriods", member: "periods", params },
    {
      label: "Delegations",
      heads: ["Stake", "Status", "End", "Reward", "To", "Transaction"],
      empty: "Nobody delegated.",
      row: (each) =>
        h(
          "tr",
          {},
          stakeCell(each["weight"], each),
          cell(String(each["endReason"] ?? each["status"])),
          timeCell(each["endedTime"] ?? each["endTime"]),
          stakeCell(each["reward"] ?? each["potentialReward"], each),
          h("td", { class: "owners" }, ...ownerNodes(each["rewardOwner"])),
          txCell(each["txID"]),
        ),
    },
  );
}

function rewards(nodeID: string, reader: NodeReader): HTMLElement {
  const params = { filter: { nodeID, status: "paid" } };
  return ledgerTable(
    reader,
    { method: "getRewards", member: "rewards", params },
    {
      label: "Rewards",
      heads: ["Kind", "Amount", "To", "Time", "Transaction"],
      empty: "No reward was paid for this validator.",
      row: (reward) =>
        h(
          "tr",
          {},
          cell(String(reward["kind"])),
          stakeCell(reward["amount"], reward),
          h("td", { class: "owners" }, ...ownerNodes(reward["owner"])),
          timeCell(reward["time"]),
          txCell(reward["rewardTxID"]),
        ),
    },
  );
}

function l1Terms(nodeID: string, reader: NodeReader): HTMLElement {
  const params = { filter: { nodeID } };
  return ledgerTable(
    reader,
    { method: "getL1Validators", member: "validators", params },
    {
      label: "L1 validations",
      heads: ["L1", "Status", "Balance", "Registered", "Validation"],
      empty: "The node never validated an L1.",
      row: l1Row,
    },
  );
}

function l1Row(each: JsonObject): HTMLElement {
  return h(
    "tr",
    {},
    cell(shortLink(each["subnetID"], linkTo.l1)),
    cell(String(each["status"])),
    amountCell(each["balance"]),
    timeCell(each["startTime"]),
    cell(shortLink(each["validationID"], linkTo.validation)),
  );
}
