import type { Chain } from "../chain/chain.ts";
import type { DevControls } from "../handlers/context.ts";
import { utxoID } from "../pchain/components/utxo.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { BlockMaker } from "./block-maker.ts";
import type { NodeClock } from "./clock.ts";

export type DevControlsOptions = {
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly clock: NodeClock;
  readonly blocks: Pick<BlockMaker, "request">;
};

/** What a developer may do to a chain that this node makes. */
export function devControls({ chain, store, clock, blocks }: DevControlsOptions): DevControls {
  let changes = 0n;
  return {
    changes: () => changes,
    setTime: (unixSeconds, frozen) => {
      if (frozen) clock.freeze();
      else clock.unfreeze();
      clock.set(Number(unixSeconds) * 1000);
      changes++;
      blocks.request();
    },
    acceptBlock: (block, pChainHeight) => {
      try {
        chain.acceptBlock(block, pChainHeight ?? chain.minimumHeight());
      } catch (error) {
        if (error instanceof Rejection) return error.message;
        throw error;
      }
      changes++;
      return undefined;
    },
    addAtomicUTXO: (sourceChain, utxo) => {
      if (store.atomicUtxos.atomicUtxo(sourceChain, utxoID(utxo)) !== undefined) return false;
      store.putAtomicUtxo(sourceChain, utxo);
      changes++;
      return true;
    },
    dropTransaction: (txID, reason) => {
      const waiting = chain.mempool.get(txID);
      if (waiting === undefined) return false;
      chain.drop(waiting, reason);
      changes++;
      return true;
    },
  };
}

/** Of a chain that others make: the dev API is not served. */
export const noDevControls: DevControls = {
  changes: () => 0n,
  setTime: unserved,
  acceptBlock: unserved,
  addAtomicUTXO: unserved,
  dropTransaction: unserved,
};

function unserved(): never {
  throw new Error("The dev API is not served on this network.");
}
