import type { ChainStore } from "../../store/chain-store.ts";

/**
 * The time at which a second chain must begin to have the genesis of a store, in Unix seconds: the local genesis begins at
 * the latest possible time before now, every 270 days.
 */
export function genesisTime({ blockTimes }: Pick<ChainStore, "blockTimes">): bigint {
  return blockTimes.of(0n);
}
