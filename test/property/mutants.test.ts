import { expect, it } from "vitest";
import { Chain } from "../../src/chain/chain.ts";
import { equalBytes } from "../../src/formats/bytes.ts";
import { blockTxs, parseBlock } from "../../src/pchain/blocks/block.ts";
import { CodecError } from "../../src/pchain/codec/reader.ts";
import { decodeUtxo } from "../../src/pchain/components/utxo.ts";
import { Rejection } from "../../src/pchain/rejection.ts";
import { parseTx } from "../../src/pchain/txs/tx.ts";
import { type BlockEvent, readEvent } from "../../src/replay/event.ts";
import { historyNames } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";
import { mutate, seededRandom } from "../support/mutate.ts";
import { seed } from "../support/seed.ts";

/** All of them together. `COULOIR_MUTANTS=100000` is what a release is tested with. */
const mutants = Number(process.env["COULOIR_MUTANTS"] ?? 4000);
/** Blocks of each history at whose parent mutants are tried. */
const sites = 25;

it.each(historyNames)(
  "refuses broken transactions and blocks of %s and keeps its state",
  async (name) => {
    const random = seededRandom(seed);
    const { source, opened } = await openHistoryChain(name);
    const { store, context } = opened;
    const events: ReturnType<typeof readEvent>[] = [];
    for await (const line of source.lines()) {
      if (/"event":"(block|atomicUTXO)"/.test(line)) events.push(readEvent(line));
    }
    const blocks = events.filter((event) => event.event === "block");
    const share = Math.ceil(mutants / historyNames.length / sites);
    const chosen = chooseSites(blocks, random);
    const counts = { tried: 0, unreadable: 0, refused: 0, valid: 0 };
    let now = 0n;
    const chain = new Chain({ store, context, clock: { nowSeconds: () => now } });

    for (const event of events) {
      if (event.event === "atomicUTXO") {
        store.putAtomicUtxo(event.sourceChain, decodeUtxo(event.utxo));
      }
      if (event.event !== "block") continue;
      now = event.clock!;
      const pChainHeight = event.pChainHeight!;
      if (chosen.has(event)) {
        const before = store.digest();
        for (let i = 0; i < share; i++) tryMutant(event, pChainHeight);
        expect(store.digest()).toEqual(before);
      }
      chain.acceptBlock(parseBlock(event.bytes), pChainHeight);
    }
    await opened.close();
    console.log(`${name}, COULOIR_SEED=${seed}:`, counts);
    expect(counts.refused).toBeGreaterThan(0);

    function tryMutant(event: BlockEvent, pChainHeight: bigint): void {
      counts.tried++;
      const txs = blockTxs(parseBlock(event.bytes));
      const tx = txs[Math.floor(random() * txs.length)];
      try {
        if (tx === undefined || random() < 0.3) {
          // The time of a block may be another one: then a mutant is a valid block, and is not accepted here.
          chain.verifyBlock(parseBlock(mutate(event.bytes, random)), pChainHeight);
          counts.valid++;
          return;
        }
        const mutant = parseTx(mutate(tx.bytes, random));
        if (chain.issue(mutant) !== undefined) counts.refused++;
        else {
          // Whatever the signatures cover was changed, or nothing was.
          expect(equalBytes(mutant.id, tx.id)).toBe(true);
          chain.drop(mutant, "tried");
        }
      } catch (error) {
        if (error instanceof CodecError) counts.unreadable++;
        else if (error instanceof Rejection) counts.refused++;
        else throw error;
      }
    }
  },
  600_000,
);

function chooseSites(blocks: readonly BlockEvent[], random: () => number): Set<BlockEvent> {
  const chosen = new Set<BlockEvent>();
  while (chosen.size < Math.min(sites, blocks.length)) {
    chosen.add(blocks[Math.floor(random() * blocks.length)]!);
  }
  return chosen;
}
