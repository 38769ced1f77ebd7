import type { JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { type AssetCell, assetCells, stakeCell } from "./asset-amount.ts";
import { amountCell, amountText, cell, shortLink, timeCell, txCell } from "./cells.ts";
import { chartCard } from "./chart.ts";
import { crossingTable } from "./crossing-table.ts";
import { entityPage } from "./entity-page.ts";
import { shortKind } from "./kinds.ts";
import { askLedger, objectsOf, readList, secondsOf } from "./ledger-list.ts";
import { ledgerTable } from "./ledger-table.ts";
import type { NodeReader } from "./node-reader.ts";
import { card, dataTable, facts, idText, timeNodes } from "./parts.ts";
import { linkTo } from "./places.ts";
import { balanceChart, sharesOf } from "./time-charts.ts";

/** The chart has the balance after each of these, the newest ones. */
const chartedMax = 1_024;
const utxosMax = 100;

/** An address: its balance over time, transactions, stakes, rewards and UTXOs. */
export function addressPage(address: string, reader: NodeReader): HTMLElement {
  return entityPage("Address", async () => {
    const balance = await askLedger(reader, "getBalance", { addresses: [address] });
    const assetCell = await assetCells(reader);
    const chart = chartCard("Balance over time");
    void drawBalance(chart, address, balance, reader);
    return {
      title: "Address",
      kind: `at block ${balance["height"]}`,
      content: [
        facts([
          ["Address", idText(address)],
          ["Balance", amountText(balance["balance"])],
          ["Unlocked", amountText(balance["unlocked"])],
          ["Locked", lockedText(balance)],
          ["As of", ...timeNodes(secondsOf(balance["time"]), await reader.now())],
        ]),
        chart.node,
        card("Transactions", txTable(address, reader)),
        card("Between chains", crossingTable(address, reader, assetCell)),
        card("Stakes", stakeTable(address, reader)),
        card("Rewards", rewardTable(address, "paid", reader)),
        card("Pending rewards", rewardTable(address, "pending", reader)),
        card("UTXOs", await utxoTable(address, reader, assetCell)),
      ],
    };
  });
}

function lockedText({ lockedStakeable, lockedNotStakeable }: JsonObject): string {
  return `${amountText(lockedStakeable)} can be staked, ${amountText(lockedNotStakeable)} cannot`;
}

async function drawBalance(
  chart: ReturnType<typeof chartCard>,
  address: string,
  { balance, time }: JsonObject,
  reader: NodeReader,
): Promise<void> {
  try {
    const fields = ["time", "shares"];
    const params = { filter: { addresses: [address] }, fields };
    const list = { method: "getTransactions", member: "transactions", params };
    const newest = await readList(reader, list, { limit: chartedMax });
    chart.show(balanceChart(BigInt(String(balance)), newest, secondsOf(time)));
  } catch (error) {
    chart.fail((error as Error).message);
  }
}

function txTable(address: string, reader: NodeReader): HTMLElement {
  const params = { filter: { addresses: [address] } };
  const list = { method: "getTransactions", member: "transactions", params };
  return ledgerTable(reader, list, {
    label: "Transactions",
    heads: ["Kind", "Change", "Staked", "Block", "Time", "Transaction"],
    empty: "No transaction concerns this address.",
    row: (tx) => {
      const [share] = sharesOf(tx);
      const change = share === undefined ? 0n : share.received - share.sent;
      return h(
        "tr",
        {},
        cell(shortKind(String(tx["kind"]))),
        h("td", { class: "number" }, signedText(change)),
        share === undefined || share.staked === 0n ? cell("–") : amountCell(String(share.staked)),
        cell(shortLink(tx["height"], linkTo.block)),
        timeCell(tx["time"]),
        txCell(tx["txID"]),
      );
    },
  });
}

function signedText(navax: bigint): string {
  if (navax === 0n) return "0 AVAX";
  return navax < 0n ? `−${amountText(String(-navax))}` : `+${amountText(String(navax))}`;
}

function stakeTable(address: string, reader: NodeReader): HTMLElement {
  const params = { filter: { addresses: [address] } };
  return ledgerTable(
    reader,
    { method: "getStakingPeriods", member: "periods", params },
    {
      label: "Stakes",
      heads: ["Role", "Validator", "Stake", "Status", "End", "Transaction"],
      empty: "The address has no stake and no reward from one.",
      row: (period) =>
        h(
          "tr",
          {},
          cell(String(period["role"])),
          cell(shortLink(period["nodeID"], linkTo.validator)),
          stakeCell(period["weight"], period),
          cell(String(period["endReason"] ?? period["status"])),
          timeCell(period["endedTime"] ?? period["endTime"]),
          txCell(period["txID"]),
        ),
    },
  );
}

function rewardTable(address: string, status: "paid" | "pending", reader: NodeReader): HTMLElement {
  const params = { filter: { addresses: [address], status } };
  return ledgerTable(
    reader,
    { method: "getRewards", member: "rewards", params },
    {
      label: status === "paid" ? "Rewards" : "Pending rewards",
      heads: ["Kind", "Amount", "Validator", status === "paid" ? "Time" : "Due", "Transaction"],
      empty: status === "paid" ? "No reward was paid to this address." : "No reward is pending.",
      row: (reward) =>
        h(
          "tr",
          {},
          cell(String(reward["kind"])),
          stakeCell(reward["amount"], reward),
          cell(shortLink(reward["nodeID"], linkTo.validator)),
          timeCell(reward["time"] ?? reward["endTime"]),
          txCell(reward["rewardTxID"] ?? reward["stakingTxID"]),
        ),
    },
  );
}

/** The UTXOs that it owns now. */
async function utxoTable(
  address: string,
  reader: NodeReader,
  assetCell: AssetCell,
): Promise<HTMLElement> {
  const params = { addresses: [address], encoding: "json", limit: utxosMax };
  const { utxos, numFetched } = await askLedger(reader, "getUTXOs", params);
  const all = objectsOf(utxos);
  if (all.length === 0) return h("p", { class: "empty" }, "The address owns no UTXO.");
  const rows = all.map((utxo) => {
    const output = (utxo["output"] ?? {}) as JsonObject;
    // A locked output wraps the one that it locks.
    const held = (output["output"] ?? output) as JsonObject;
    return h(
      "tr",
      {},
      assetCell({ assetID: utxo["assetID"], amount: String(held["amount"]) }),
      cell(shortLink(utxo["txID"], linkTo.tx)),
      h("td", { class: "number" }, String(utxo["outputIndex"])),
    );
  });
  return h(
    "div",
    {},
    dataTable("UTXOs", ["Amount", "Transaction", "Output"], rows),
    Number(numFetched) >= utxosMax &&
      h("p", { class: "empty" }, `The newest ${utxosMax}. ledger.getUTXOs returns the others.`),
  );
}
