import { isObject, type Json, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { afterText } from "./amount.ts";
import { amountCell, amountText, cell, ownerNodes, shortLink, timeCell, txCell } from "./cells.ts";
import { chartCard } from "./chart.ts";
import { entityPage } from "./entity-page.ts";
import { askLedger, type LedgerList, readWhole, secondsOf } from "./ledger-list.ts";
import { ledgerTable } from "./ledger-table.ts";
import type { NodeReader } from "./node-reader.ts";
import { card, facts, idText, timeNodes } from "./parts.ts";
import { linkTo } from "./places.ts";
import { avax, timeChart } from "./time-charts.ts";

/** An L1: its validators, removed ones too, with balances and forecasts. */
export function l1Page(subnetID: string, reader: NodeReader): HTMLElement {
  return entityPage("L1", async () => {
    const params = { filter: { subnetID } };
    return {
      title: "L1",
      kind: "validators",
      content: [
        facts([
          ["Subnet ID", idText(subnetID, linkTo.tx(subnetID))],
          [
            "Forecasts",
            "The day on which a balance is used up if nothing else changes; in parentheses, the bounds for the most and the fewest active L1 validators.",
          ],
        ]),
        card(
          "Validators",
          ledgerTable(
            reader,
            { method: "getL1Validators", member: "validators", params },
            {
              label: "L1 validators",
              heads: [
                "Node",
                "Status",
                "Weight",
                "Balance",
                "Runs out",
                "Registered",
                "Validation",
              ],
              empty: "This subnet never had an L1 validator.",
              row: validatorRow,
            },
          ),
        ),
      ],
    };
  });
}

function validatorRow(each: JsonObject): HTMLElement {
  return h(
    "tr",
    {},
    cell(shortLink(each["nodeID"], linkTo.validator)),
    cell(String(each["status"])),
    h("td", { class: "number" }, String(each["weight"])),
    amountCell(each["balance"]),
    cell(forecastText(each["forecast"])),
    timeCell(each["startTime"]),
    cell(shortLink(each["validationID"], linkTo.validation)),
  );
}

/** The minute in which the balance is used up, and the days of the bounds. */
function forecastText(forecast: Json | undefined): string {
  if (!isObject(forecast)) return "–";
  const day = (time: Json | undefined) =>
    time === undefined ? "in over ten years" : String(time).slice(0, "2026-10-03".length);
  const { deactivationTime, fewestActiveTime, mostActiveTime } = forecast;
  const minute =
    typeof deactivationTime === "string"
      ? `${deactivationTime.slice(0, "2026-10-03T04:00".length).replace("T", " ")} UTC`
      : day(deactivationTime);
  return `${minute} (${day(mostActiveTime)} to ${day(fewestActiveTime)})`;
}

/** An L1 validator: what it is, its balance over time, and every change. */
export function validationPage(validationID: string, reader: NodeReader): HTMLElement {
  return entityPage("L1 validator", async () => {
    const found = await askLedger(reader, "getL1Validator", { validationID, page: { limit: 1 } });
    const validator = isObject(found["validator"]) ? found["validator"] : {};
    const events = await readWhole(reader, changesOf(validationID));
    const now = await reader.now();
    const chart = chartCard("Balance over time");
    chart.show(balanceOverTime(events, validator, secondsOf(found["time"])));
    return {
      title: "L1 validator",
      kind: String(validator["status"]),
      content: [
        facts([
          ["Validation ID", idText(validationID)],
          ["L1", idText(String(validator["subnetID"]), linkTo.l1(String(validator["subnetID"])))],
          [
            "Node ID",
            idText(String(validator["nodeID"]), linkTo.validator(String(validator["nodeID"]))),
          ],
          ["Weight", String(validator["weight"])],
          ["Balance", amountText(validator["balance"])],
          ["Runs out", forecastText(validator["forecast"])],
          ["Registered", ...timeNodes(secondsOf(validator["startTime"]), now)],
          ["Rest of the balance to", ...ownerNodes(validator["remainingBalanceOwner"])],
          ["Can be disabled by", ...ownerNodes(validator["deactivationOwner"])],
        ]),
        chart.node,
        card("Changes", changes(validationID, reader)),
      ],
    };
  });
}

/** The balance after each change; between them, it falls. */
function balanceOverTime(events: readonly JsonObject[], validator: JsonObject, end: number) {
  const value = (each: JsonObject): number => avax(BigInt(String(each["balance"])));
  const points = [
    ...events.map((each) => ({ seconds: secondsOf(each["time"]), value: value(each) })),
    { seconds: end, value: value(validator) },
  ];
  return timeChart("Balance", points, {
    summary: `${amountText(validator["balance"])} now, ${afterText(events.length, "change", undefined)}`,
    unit: " AVAX",
    empty: "There is no change.",
  });
}

function changesOf(validationID: string): LedgerList {
  return { method: "getL1Validator", member: "events", params: { validationID } };
}

function changes(validationID: string, reader: NodeReader): HTMLElement {
  return ledgerTable(reader, changesOf(validationID), {
    label: "Changes",
    heads: ["What", "Balance after", "Weight", "Block", "Time", "Transaction"],
    empty: "There is no change.",
    row: (event) =>
      h(
        "tr",
        {},
        cell(String(event["kind"])),
        amountCell(event["balance"]),
        h("td", { class: "number" }, String(event["weight"])),
        cell(shortLink(event["height"], linkTo.block)),
        timeCell(event["time"]),
        txCell(event["txID"]),
      ),
  });
}
