import type { Json, JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { chartCard } from "./chart.ts";
import { entityPage } from "./entity-page.ts";
import { readList, secondsOf } from "./ledger-list.ts";
import type { NodeReader } from "./node-reader.ts";
import { avax, timeChart } from "./time-charts.ts";

const rowsMax = 1_024;

const charts = [
  ["Supply", "supply", " AVAX"],
  ["Staked by validators", "staked", " AVAX"],
  ["Delegated", "delegated", " AVAX"],
  ["Rewards paid", "rewards", " AVAX"],
  ["Burned by transactions", "burned", " AVAX"],
  ["Paid by L1 validators", "l1Fees", " AVAX"],
  ["Transactions", "transactions", ""],
  ["Validators", "validators", ""],
  ["Active L1 validators", "l1Active", ""],
] as const;

/** Supply, stake, rewards and fees as charts: by day, or by block on a chain of a few days. */
export function totalsPage(reader: NodeReader): HTMLElement {
  return entityPage("Totals", async () => {
    const read = async (per: "day" | "height") => {
      const params = { per, sort: { descending: true } };
      const list = { method: "getTotals", member: "totals", params };
      const { rows } = await readList(reader, list, { limit: rowsMax });
      return rows.toReversed();
    };
    const days = await read("day");
    const isShort = days.length < 5;
    const rows = isShort ? await read("height") : days;
    return {
      title: "Totals",
      kind: isShort ? "by block" : "by day",
      content: [
        h(
          "div",
          { class: "charts" },
          ...charts.map((chart) => drawn(chart, rows, isShort ? "block" : "day")),
        ),
      ],
    };
  });
}

function drawn(
  [title, member, unit]: (typeof charts)[number],
  rows: readonly JsonObject[],
  per: string,
) {
  const value = (each: Json | undefined): number =>
    unit === "" ? Number(each) : avax(BigInt(String(each)));
  const points = rows.map((row) => ({
    seconds: secondsOf(row["time"]),
    value: value(row[member]),
  }));
  const last = points.at(-1)?.value ?? 0;
  const card = chartCard(title);
  card.show(
    timeChart(title, points, {
      summary: `${last.toLocaleString("en", { maximumSignificantDigits: 12 })}${unit} ${per === "day" ? "on" : "in"} the last of ${rows.length.toLocaleString("en")} ${per}s`,
      unit,
      empty: "There is no block.",
    }),
  );
  return card.node;
}
