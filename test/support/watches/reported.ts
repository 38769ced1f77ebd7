import type { WatchEvent } from "../../../src/generated/events.ts";
import { BlockReadings } from "../../../src/watches/block-reading.ts";
import { HeightSearch } from "../../../src/watches/indexed-heights.ts";
import { nextAt } from "../../../src/watches/matched.ts";
import type { Matcher } from "../../../src/watches/matcher.ts";
import type { WatchRule } from "../../../src/watches/rule.ts";
import { matcherOf } from "../../../src/watches/rules/index.ts";
import type { WatchPosition } from "../../../src/watches/watch.ts";
import { type HistoryName, readHistory } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";
import { ledgerSource } from "../ledger-source.ts";
import { replayHistory } from "../replay-history.ts";

const id = "watch_5b1f0c9a4e7d2836a0b1c2d3";

/** A recorded chain, and what a watch with a rule reports of it. */
export async function openReportedChain(name: HistoryName) {
  const { opened } = await openHistoryChain(name);
  replayHistory(readHistory(name), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const { store } = opened;
  const { blocks, validators, blockTimes, eventQueries: ledgerQueries } = store;
  const ledger = { ...ledgerSource(opened), ledgerQueries };
  const { validatorFees } = opened.context.network;
  const source = { blocks, validators, blockTimes, validatorFees, ledger };
  const readings = new BlockReadings(source);
  const last = blocks.lastAccepted().height;
  const read = new Map(heights(last).map((height) => [height, readings.at(height)]));
  const at = (matcher: Matcher, height: bigint): WatchEvent[] => {
    const found: WatchEvent[] = [];
    const reading = read.get(height)!;
    let position: WatchPosition = { height, count: 0, part: 0, block: reading.block };
    for (;;) {
      const next = nextAt(readings, reading, { id, matcher }, position);
      if (next === undefined) return found;
      found.push(next.event);
      position = next.after;
    }
  };
  return {
    opened,
    source,
    read,
    last,
    /** As a watch sees it that exists since the genesis. */
    all: (rule: WatchRule): WatchEvent[] => {
      const matcher = matcherOf(rule);
      return heights(last).flatMap((height) => at(matcher, height));
    },
    /** As a watch sees it that reads no block without changes whose row cannot match. */
    ofRows: (rule: WatchRule): { readonly events: WatchEvent[]; readonly blocks: number } => {
      const matcher = matcherOf(rule);
      const found: WatchEvent[] = [];
      let blocks = 0;
      for (const height of heights(last)) {
        const isChanged = read.get(height)!.events.some(({ type }) => !plainTypes.includes(type));
        const row = ledgerQueries.block(Number(height))!;
        if (!isChanged && !(matcher.mayMatchRow?.(row) ?? true)) continue;
        found.push(...at(matcher, height));
        blocks += 1;
      }
      return { events: found, blocks };
    },
    /** As a watch sees it that is behind, and reads the blocks that the ledger's index names. */
    behind: (rule: WatchRule): { readonly events: WatchEvent[]; readonly blocks: number } => {
      const matcher = matcherOf(rule);
      const search = new HeightSearch(source);
      const found: WatchEvent[] = [];
      let blocks = 0;
      for (let height = 0n; height <= last; height++) {
        height = search.next(matcher.heights, height, last);
        found.push(...at(matcher, height));
        blocks += 1;
      }
      return { events: found, blocks };
    },
    /** As a watch sees it that is behind and was set back to a height, and reads everything again. */
    setBack: (rule: WatchRule, from: bigint): WatchEvent[] => {
      const matcher = matcherOf(rule);
      const search = new HeightSearch(source);
      const again = new BlockReadings(source);
      const found: WatchEvent[] = [];
      for (let height = from; height <= last; height++) {
        height = search.next(matcher.heights, height, last);
        const reading = again.at(height);
        let position: WatchPosition = { height, count: 0, part: 0, block: reading.block };
        for (;;) {
          const next = nextAt(again, reading, { id, matcher }, position);
          if (next === undefined) break;
          found.push(next.event);
          position = next.after;
        }
      }
      return found;
    },
    /** As a watch sees it that begins with this height. */
    alone: (rule: WatchRule, height: bigint): WatchEvent[] => at(matcherOf(rule), height),
  };
}

/** Of events that change neither a staking period nor an L1 validator. */
const plainTypes: readonly string[] = ["block", "transaction", "balance"];

export function heights(last: bigint): bigint[] {
  return Array.from({ length: Number(last) + 1 }, (_, height) => BigInt(height));
}
