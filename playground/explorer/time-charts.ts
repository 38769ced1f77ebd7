import type { JsonObject } from "../json/parse.ts";
import { afterText, timeText } from "./amount.ts";
import type { Chart } from "./charts.ts";
import { type ListPage, secondsOf } from "./ledger-list.ts";

/** A value in AVAX, or a count, from a time on. */
export type Point = { readonly seconds: number; readonly value: number };

/** A chart of values over time; of several at the same second, the last. */
export function timeChart(
  title: string,
  points: readonly Point[],
  words: { readonly summary: string; readonly unit: string; readonly empty: string },
): Chart {
  const bySecond = new Map(points.map(({ seconds, value }) => [seconds, value]));
  const x = [...bySecond.keys()].sort((a, b) => a - b);
  const isLong = x.length > 1 && x.at(-1)! - x[0]! > 2 * 86_400;
  return {
    title,
    summary: words.summary,
    x,
    y: x.map((seconds) => bySecond.get(seconds)!),
    xText: (seconds) => {
      const [date = "", time = ""] = timeText(seconds).split(" ");
      return isLong ? date : time;
    },
    yText: (value) => `${compact.format(value)}${words.unit}`,
    shape: "steps",
    empty: words.empty,
  };
}

/** An address's balance after each of its transactions, from the newest on backwards. */
export function balanceChart(
  balanceNavax: bigint,
  { rows: txs, next }: ListPage,
  end: number,
): Chart {
  const points: Point[] = [{ seconds: end, value: avax(balanceNavax) }];
  let after = balanceNavax;
  for (const tx of txs) {
    points.push({ seconds: secondsOf(tx["time"]), value: avax(after) });
    for (const { received, sent } of sharesOf(tx)) after += sent - received;
  }
  return timeChart("Balance", points.reverse(), {
    summary: `${compact.format(avax(balanceNavax))} AVAX now, ${afterText(txs.length, "transaction", next)}`,
    unit: " AVAX",
    empty: "The address has no transactions.",
  });
}

/** What a transaction did to the addresses of the filter. */
export function sharesOf({ shares }: JsonObject) {
  const all = Array.isArray(shares) ? (shares as readonly JsonObject[]) : [];
  return all.map(({ received, sent, staked, roles }) => ({
    received: BigInt(String(received)),
    sent: BigInt(String(sent)),
    staked: BigInt(String(staked)),
    roles: Array.isArray(roles) ? roles.map(String) : [],
  }));
}

export function avax(navax: bigint): number {
  return Number(navax / 1_000n) / 1e6;
}

const compact = new Intl.NumberFormat("en", {
  notation: "compact",
  maximumSignificantDigits: 4,
});
