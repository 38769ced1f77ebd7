import { avaxText, shortSpanText, spanText } from "./amount.ts";

/** A chart's data and what its axes say. */
export type Chart = {
  readonly title: string;
  /** What the chart says in one sentence, for readers who do not see it. */
  readonly summary: string;
  /** Increasing. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
  readonly shape: "bars" | "steps";
  /** The highest value that the axis shows; what is above is cut off there. */
  readonly yMax?: number;
  /** Shown in place of a chart without points. */
  readonly empty: string;
};

/** The gas price at points in time. */
export type PriceSample = { readonly time: number; readonly price: number };

export function gasPriceChart(samples: readonly PriceSample[]): Chart {
  const last = samples.at(-1);
  const prices = samples.map(({ price }) => price);
  const peak = Math.max(...prices);
  const lastSeconds = last === undefined ? 0 : last.time - samples[0]!.time;
  return {
    title: "Gas price",
    summary:
      last === undefined
        ? ""
        : `${last.price.toLocaleString("en")} nAVAX per gas now${peak > last.price ? `, at most ${peak.toLocaleString("en")} since this page was opened` : ""}`,
    // Seconds since the first sample: the nodes of all networks report only the current price.
    x: samples.map(({ time }) => time - samples[0]!.time),
    y: prices,
    // One sample has a range of seconds that have not come yet.
    xText: (seconds) => (seconds <= lastSeconds ? `+${shortSpanText(seconds)}` : ""),
    yText: (price) => (Number.isInteger(price) ? `${price.toLocaleString("en")} nAVAX` : ""),
    shape: "steps",
    empty: "The node does not report its gas price.",
  };
}

export type TimedBlock = { readonly height: bigint; readonly time: number | undefined };

/** The time between each block and its parent; blocks in the order of their heights. */
export function intervalChart(blocks: readonly TimedBlock[]): Chart {
  const pairs = blocks.slice(1).flatMap(({ height, time }, index) => {
    const before = blocks[index]!;
    const isKnown = time !== undefined && before.time !== undefined;
    return isKnown && before.height === height - 1n
      ? [{ height: Number(height), seconds: time - before.time! }]
      : [];
  });
  const sorted = pairs.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  // One long pause, such as a jump of a dev node's clock, must not flatten all other bars.
  const usual = Math.max(10, median * 8);
  const longest = sorted.at(-1) ?? 0;
  return {
    title: "Block interval",
    summary: `${spanText(median)} between blocks in the median of the last ${pairs.length}${longest > usual ? `; the longest, ${spanText(longest)}, is cut off` : ""}`,
    x: pairs.map(({ height }) => height),
    y: pairs.map(({ seconds }) => seconds),
    xText: (height) => (height >= 0 ? `block ${height.toLocaleString("en")}` : ""),
    yText: shortSpanText,
    shape: "bars",
    ...(longest > usual && { yMax: usual }),
    empty: "An interval needs two blocks with a time.",
  };
}

/** The stake of each validator, largest first. */
export function stakeChart(stakes: readonly bigint[]): Chart {
  const sorted = [...stakes].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const total = sorted.reduce((sum, stake) => sum + stake, 0n);
  return {
    title: "Stake distribution",
    summary: `${largestThird(sorted, total)} of ${sorted.length} validators hold more than a third of ${avaxText(total)}`,
    x: sorted.map((_, index) => index + 1),
    y: sorted.map((stake) => Number(stake / 1_000_000_000n)),
    xText: (rank) => (Number.isInteger(rank) && rank >= 1 ? `no. ${rank}` : ""),
    yText: (stake) => `${compact.format(stake)} AVAX`,
    shape: "bars",
    empty: "There are no validators.",
  };
}

/** How many of the largest validators hold more than a third of the stake, without whom nothing is accepted. */
export function largestThird(sorted: readonly bigint[], total: bigint): number {
  let sum = 0n;
  const at = sorted.findIndex((stake) => {
    sum += stake;
    return sum * 3n > total;
  });
  return at + 1;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
