import type { Metadata } from "../store/metadata.ts";
import {
  type ChainMarks,
  type IndexedChain,
  type IndexMarks,
  indexedChains,
} from "./completeness.ts";

const hasRunKey = "index-has-run";
const set = new Uint8Array([1]);

export function readIndexMarks(metadata: Metadata): IndexMarks {
  const marks = (chain: IndexedChain): ChainMarks => ({
    wasIndexed: metadata.get(keyOf(chain, "was-indexed")) !== undefined,
    isIncomplete: metadata.get(keyOf(chain, "is-incomplete")) !== undefined,
  });
  return {
    hasRun: metadata.get(hasRunKey) !== undefined,
    chains: { P: marks("P"), X: marks("X"), C: marks("C") },
  };
}

/** Marks are never removed. Call it within a transaction. */
export function writeIndexMarks(metadata: Metadata, { hasRun, chains }: IndexMarks): void {
  if (hasRun) metadata.set(hasRunKey, set);
  for (const chain of indexedChains) {
    const { wasIndexed, isIncomplete } = chains[chain];
    if (wasIndexed) metadata.set(keyOf(chain, "was-indexed"), set);
    if (isIncomplete) metadata.set(keyOf(chain, "is-incomplete"), set);
  }
}

function keyOf(chain: IndexedChain, mark: "was-indexed" | "is-incomplete"): string {
  return `index-${chain.toLowerCase()}-${mark}`;
}
