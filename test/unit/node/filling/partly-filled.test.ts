import { describe, expect, it } from "vitest";
import type { ShortId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { configuredNetwork } from "../../../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../../../src/node/chain/open-chain.ts";
import type { NodeConfig } from "../../../../src/node/node-config.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type { ChainStore } from "../../../../src/store/chain-store.ts";
import type { LedgerChanges } from "../../../../src/store/ledger/block-changes.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? ["small"]) as HistoryName[];

const steps = 12;

/** The shares of the chain's events after which the ledger is off, and on again. */
const gaps = {
  "from the genesis on": { off: 0, on: 0.7 },
  "while the ledger was off": { off: 0.4, on: 0.7 },
};

async function apply(
  { opened }: { opened: OpenChain },
  lines: readonly string[],
  noted = () => {},
) {
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for (const line of lines) {
    await replay.apply(readEvent(line));
    noted();
  }
  replay.commit();
}

/** What every height adds to the ledger, as a second store yields it. */
async function changesOf(config: NodeConfig, lines: readonly string[]): Promise<LedgerChanges[]> {
  const all: LedgerChanges[] = [];
  const opened = await openChain(
    {
      ...config,
      ledgerSink: { add: (changes) => all.push(changes), flush: () => {} },
      isScratch: true,
    },
    configuredNetwork(config),
    BigInt(Math.floor(Date.now() / 1000)),
    true,
  );
  await apply({ opened }, lines);
  await opened.close();
  return all.filter(({ rows }) => rows.blocks.length > 0);
}

const textOf = (utxos: readonly (readonly { txID: Uint8Array; outputIndex: number }[])[]) =>
  utxos
    .flat()
    .map(({ txID, outputIndex }) => `${formatId(txID)}:${outputIndex}`)
    .sort();

/** The UTXOs of each address after each height, as the state had them then. */
class States {
  readonly #store: ChainStore;
  readonly owners = new Map<string, ShortId>();
  readonly #held = new Map<number, ReadonlyMap<string, readonly string[]>>();

  constructor(store: ChainStore) {
    this.#store = store;
  }

  readonly note = (): void => {
    const height = Number(this.#store.blocks.lastAccepted().height);
    const database = this.#store.database();
    const found = database.prepare("SELECT DISTINCT address FROM utxo_owners").pluck().all();
    const held = (found as ShortId[]).map((owner) => {
      const key = Buffer.from(owner).toString("hex");
      this.owners.set(key, owner);
      return [key, textOf(this.#store.utxos.balance([owner], 0n).utxos)] as const;
    });
    this.#held.set(height, new Map(held));
  };

  /** Compares what the ledger says of every address after some heights. */
  compare(heightMax: number): void {
    for (const [height, held] of this.#held) {
      if (height > heightMax) continue;
      for (const [key, owner] of this.owners) {
        const found = textOf(this.#store.ledger.holdings.balance([owner], height, 0n).utxos);
        expect(found, `${key} at ${height} of ${heightMax}`).toEqual(held.get(key) ?? []);
      }
    }
  }
}

describe.each(names)("the partly filled ledger of the history %s", (name) => {
  it.each(Object.entries(gaps))(
    "with a gap %s knows what was held at complete heights",
    async (_, { off, on }) => {
      const flags = off === 0 ? ["--ledger=false"] : [];
      const { source, opened, config } = await openHistoryChain(name, undefined, flags);
      const { store, context } = opened;
      const lines: string[] = [];
      for await (const line of source.lines()) lines.push(line);
      const states = new States(store);
      states.note();
      const until = (share: number) => Math.floor(lines.length * share);
      await apply({ opened }, lines.slice(0, until(off)), states.note);
      store.beginLedger(context, false);
      await apply({ opened }, lines.slice(until(off), until(on)), states.note);
      store.beginLedger(context, true);
      await apply({ opened }, lines.slice(until(on)), states.note);
      const [gap, ...others] = store.ledger.gaps();
      expect(others).toEqual([]);
      states.compare(gap!.from - 1);
      const missing = (await changesOf(config, lines)).filter(
        ({ height }) => gap!.from <= height && height <= gap!.to,
      );
      const size = Math.ceil(missing.length / steps);
      for (let from = 0; from < missing.length; from += size) {
        const some = missing.slice(from, from + size);
        store.together(() => store.ledger.fillTo(some.at(-1)!.height, some));
        states.compare((store.ledger.gaps()[0]?.from ?? Number.MAX_SAFE_INTEGER) - 1);
      }
      expect(store.ledger.isComplete).toBe(true);
      await opened.close();
    },
    120_000,
  );
});
