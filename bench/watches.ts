import { randomBytes } from "node:crypto";
import { formatAddress } from "../src/formats/address.ts";
import type { ShortId } from "../src/formats/bytes.ts";
import type { LedgerChanges } from "../src/store/ledger/block-changes.ts";
import { WatchStore } from "../src/store/watch-store.ts";
import { Watches } from "../src/watches/watches.ts";
import { readHistory } from "../test/support/histories.ts";
import { openHistoryChain } from "../test/support/history-chain.ts";
import { ledgerSource } from "../test/support/ledger-source.ts";
import { replayHistory } from "../test/support/replay-history.ts";

/** As many as a rule may have. */
const addressesPerWatch = 1_000;
const repetitions = 200;

export type WatchFigures = {
  readonly addresses: number;
  readonly watches: number;
  readonly blocks: number;
  /** What a block costs beside its execution while it concerns no watched address. */
  readonly quietMicros: number;
};

/** Executes a recorded chain while none or many addresses are watched, and measures what its rows cost. */
export async function measureWatches(addresses: number): Promise<WatchFigures> {
  const { opened } = await openHistoryChain("etna");
  const { store, context } = opened;
  const { blocks, validators, blockTimes, ledgerQueries } = store;
  let note: (changes: LedgerChanges) => void = () => {};
  const watches = new Watches({
    store: new WatchStore(":memory:"),
    sealingKey: () => randomBytes(32),
    source: {
      ...{ blocks, validators, blockTimes },
      validatorFees: context.network.validatorFees,
      ledger: { ...ledgerSource(opened), ledgerQueries },
    },
    onRows: (listener) => {
      note = listener;
    },
    isHeld: () => false,
    canUndo: false,
    allowsPrivateTargets: true,
    userAgent: "bench",
    nowMs: Date.now,
    onError: (error) => {
      throw error;
    },
  });
  const { hrp } = context.network;
  const random = () => formatAddress("P", hrp, new Uint8Array(randomBytes(20)) as ShortId);
  const count = addresses / addressesPerWatch;
  for (let i = 0; i < count; i++) {
    const watched = Array.from({ length: addressesPerWatch }, random);
    const rule = { kind: "addressActivity", addresses: watched } as const;
    watches.create({ api: "watch", name: "", rule, target: undefined });
  }
  const rows: LedgerChanges[] = [];
  store.ledger.onChanges((changes) => rows.push(changes));
  replayHistory(readHistory("etna"), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const began = performance.now();
  for (let i = 0; i < repetitions; i++) for (const each of rows) note(each);
  const quietMicros = ((performance.now() - began) * 1000) / (repetitions * rows.length);
  watches.stop();
  return { addresses, watches: count, blocks: rows.length, quietMicros };
}
