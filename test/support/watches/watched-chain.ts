import { randomBytes } from "node:crypto";
import { formatAddress } from "../../../src/formats/address.ts";
import type { ShortId } from "../../../src/formats/bytes.ts";
import { fund } from "../../../src/node/dev/fund.ts";
import { WatchStore } from "../../../src/store/watch-store.ts";
import { Watches, type WatchesOptions } from "../../../src/watches/watches.ts";
import { readHistory } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";
import { ledgerSource } from "../ledger-source.ts";
import { replayHistory } from "../replay-history.ts";

/** A recorded chain in memory, and watches of it whose file can be opened again. */
export async function openWatchedChain(options: Partial<WatchesOptions> = {}) {
  const { opened } = await openHistoryChain("small");
  replayHistory(readHistory("small"), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const { store, context } = opened;
  const sealingKey = randomBytes(32);
  const errors: unknown[] = [];
  let number = 0;
  let watchStore = new WatchStore(":memory:");
  return {
    /** The store of the watches that were opened last. */
    watchStore: () => watchStore,
    /** The next payment is the same again. */
    rewind: () => {
      number -= 1;
    },
    opened,
    errors,
    /** Starts watches, as a node does. */
    watch: (path = ":memory:", others: Partial<WatchesOptions> = {}) => {
      watchStore = new WatchStore(path);
      const watches = new Watches({
        store: watchStore,
        sealingKey: () => sealingKey,
        source: {
          blocks: store.blocks,
          validators: store.validators,
          blockTimes: store.blockTimes,
          validatorFees: context.network.validatorFees,
          ledger: { ...ledgerSource(opened), ledgerQueries: store.eventQueries },
        },
        onRows: (listener) => store.ledger.onChanges(listener),
        isHeld: () => false,
        canUndo: true,
        allowsPrivateTargets: true,
        userAgent: "couloir/0.0.0",
        nowMs: Date.now,
        onError: (error) => errors.push(error),
        random: () => 1,
        ...options,
        ...others,
      });
      watches.start();
      return watches;
    },
    /** Pays an address outside of blocks, as dev.fund does. */
    fund: (address: ShortId, amountNavax: bigint) => {
      number += 1;
      return fund(store, number, { address, amountNavax, assetID: context.avaxAssetID });
    },
    /** A new address, and its text. */
    newAddress: () => {
      const address = new Uint8Array(randomBytes(20)) as ShortId;
      return { address, text: formatAddress("P", context.network.hrp, address) };
    },
  };
}
