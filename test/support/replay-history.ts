import { Chain } from "../../src/chain/chain.ts";
import { parseId } from "../../src/formats/id.ts";
import type { ChainContext } from "../../src/networks/network.ts";
import { parseBlock } from "../../src/pchain/blocks/block.ts";
import { decodeUtxo } from "../../src/pchain/components/utxo.ts";
import type { ChainStore } from "../../src/store/chain-store.ts";
import type { History } from "./histories.ts";

/**
 * Executes a recorded history on a store that has its genesis, as a node would that saw it happen: each block at its
 * clock, exports of other chains in between. Its signatures are not checked again. Stops after the block at `heightMax`.
 */
export function replayHistory(
  { events }: History,
  { store, context, heightMax, onBlock }: ReplayOptions,
): { readonly lastClock: bigint } {
  const first = events.find((event) => "block" in event);
  let now = BigInt(first?.clock ?? 0);
  const chain = new Chain({ store, context, clock: { nowSeconds: () => now }, mode: "trusted" });
  for (const event of events) {
    if ("atomicUTXO" in event) {
      store.putAtomicUtxo(parseId(event.sourceChain), decodeUtxo(fromHex(event.atomicUTXO)));
      continue;
    }
    if (event.height > heightMax) break;
    now = BigInt(event.clock);
    const block = parseBlock(fromHex(event.block));
    chain.acceptBlock(block, BigInt(event.pChainHeight));
    onBlock?.();
  }
  return { lastClock: now };
}

export type ReplayOptions = {
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly heightMax: number;
  /** Called when a block was taken; a proposal waits for its option. */
  readonly onBlock?: () => void;
};

function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}
