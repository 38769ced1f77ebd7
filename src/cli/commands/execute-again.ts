import { Chain } from "../../chain/chain.ts";
import { sha256 } from "../../crypto/hash.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { OpenChain } from "../../node/chain/open-chain.ts";
import { machineClock } from "../../node/clock.ts";
import type { NodeConfig } from "../../node/node-config.ts";
import { parseBlock } from "../../pchain/blocks/block.ts";
import { maxBigint } from "../../pchain/uint64.ts";
import type { Metadata } from "../../store/metadata.ts";
import { readHardfork, readRelease } from "../../store/release.ts";
import type { Terminal } from "../command.ts";
import type { Pause } from "../interruption.ts";
import { ProgressBar } from "../progress-bar.ts";

const batchBlocks = 8000n;

/** The rules that the chain was created with. */
export function rulesOf(metadata: Metadata): Pick<NodeConfig, "release" | "hardfork"> {
  const name = readHardfork(metadata);
  return {
    release: readRelease(metadata),
    hardfork: name === undefined ? undefined : { name, isGiven: true },
  };
}

export type ExecutionAgain = {
  readonly found: OpenChain;
  /** A new chain with the same genesis. */
  readonly again: OpenChain;
  /** The last block to execute. */
  readonly last: bigint;
  readonly allowsEmptyBlocks: boolean;
  /** Called at each height, from 0, before the next block. */
  readonly atTip?: () => void;
  readonly pause: Pause;
  readonly terminal: Terminal;
};

/** Executes the blocks of a store from the genesis, with a progress bar. Returns what is wrong if one cannot be executed. */
export async function executeAgain(execution: ExecutionAgain): Promise<string | undefined> {
  const { found, again, last, allowsEmptyBlocks, terminal, pause, atTip = () => {} } = execution;
  const genesis = found.store.blocks.byHeight(0n);
  if (genesis === undefined || !equalBytes(genesis.id, again.store.blocks.lastAccepted().id)) {
    return "the genesis block does not match these flags: pass the flags of the node";
  }
  const bar = new ProgressBar(terminal.columns, terminal.err);
  const { context } = found;
  // The clock of a dev node can be ahead.
  const now = maxBigint(machineClock.nowNanos() / 1_000_000_000n, found.store.state.timestamp());
  const clock = { nowSeconds: () => now };
  const { store } = again;
  const chain = new Chain({ store, context, clock, hasSharedMemory: false, allowsEmptyBlocks });
  atTip();
  for (let height = 1n; height <= last; height++) {
    if (height % batchBlocks === 1n) store.beginBatch();
    const block = found.store.blocks.byHeight(height);
    const problem = block === undefined ? "is missing" : accept(chain, block);
    if (problem !== undefined) {
      bar.clear();
      store.commitBatch();
      return `block ${height} ${problem}; the blocks after it cannot be executed`;
    }
    atTip();
    if (height % batchBlocks === 0n || height === last) {
      store.commitBatch();
      await pause().catch((error: unknown) => {
        bar.clear();
        throw error;
      });
    }
    bar.show(Number(height) / Number(last), performance.now(), () => `${height} of ${last} blocks`);
  }
  bar.clear();
  return undefined;
}

function accept(
  chain: Chain,
  {
    id,
    height,
    bytes,
  }: { readonly id: Uint8Array; readonly height: bigint; readonly bytes: Uint8Array },
): string | undefined {
  if (!equalBytes(sha256(bytes), id)) return `does not have the ID ${formatId(id)}`;
  try {
    chain.acceptBlock(parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY }), height - 1n, {
      mode: "trusted",
    });
    return undefined;
  } catch (error) {
    return `is rejected: ${(error as Error).message}`;
  }
}
