import { join } from "node:path";
import { Chain, type ReceivedBlock } from "../../../src/chain/chain.ts";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import type { Indexer } from "../../../src/indexer/indexer.ts";
import { startIndexer } from "../../../src/indexer/start-indexer.ts";
import { configuredNetwork } from "../../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../../src/node/chain/open-chain.ts";
import { decodeUtxo, type Utxo } from "../../../src/pchain/components/utxo.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { divide, outputAt, payer } from "../transfers.ts";

export const localNetworkID = 12345;

/** The time at which the nodes of these tests stand: that of `startNode`. */
export const standingSeconds = BigInt(Date.parse("2026-11-21T00:00:00Z") / 1000);

export type ChainInDirectory = OpenChain & { readonly chain: Chain; readonly indexer: Indexer };

/** Opens the local chain in the directory of a node that does not run. */
export async function openChainIn(
  directory: string,
  options: {
    readonly isFollower: boolean;
    readonly nowSeconds?: () => bigint;
    readonly flags?: readonly string[];
  },
  dataDirectory = join(directory, "data"),
): Promise<ChainInDirectory> {
  const { isFollower, nowSeconds = () => standingSeconds, flags = [] } = options;
  const raw = await readRawConfig([`--data-dir=${dataDirectory}`, ...flags], {});
  const config = nodeConfig(raw);
  const opened = await openChain(config, configuredNetwork(config), standingSeconds);
  const { store, context } = opened;
  const indexer = startIndexer(store, {
    upgrades: context.network.upgrades,
    enabled: true,
    // Some tests read the chain of a node that has no index.
    allowIncomplete: !isFollower,
    wrapsBlocks: !isFollower,
  });
  const chain: Chain = new Chain({
    store,
    context,
    clock: { nowSeconds },
    hasSharedMemory: !isFollower,
    withinTransaction: (blocks) => index(indexer, store, blocks, nowSeconds()),
  });
  return { ...opened, chain, indexer };
}

function index(
  indexer: Indexer,
  store: ChainStore,
  blocks: readonly ReceivedBlock[],
  nowSeconds: bigint,
): void {
  indexer.acceptBlocks(blocks, {
    nanos: nowSeconds * 1_000_000_000n,
    chainTime: store.state.timestamp(),
    pChainHeight: 0n,
  });
}

/** The largest unlocked UTXO of the payer. */
export function payerFunds(store: ChainStore): Utxo {
  const owned = [...store.utxos.ownedBy(payer)].map(({ bytes }) => decodeUtxo(bytes));
  const amount = ({ output }: Utxo) => (output.kind === "TransferOutput" ? output.amount : 0n);
  return owned.sort((a, b) => (amount(a) > amount(b) ? -1 : 1))[0]!;
}

/** Makes a chain of blocks with a transfer each, a second apart, in the directory of a node that does not run. */
export async function makeTransfersIn(
  directory: string,
  height: number,
  flags: readonly string[] = [],
): Promise<void> {
  let now = standingSeconds - BigInt(height);
  const nowSeconds = () => now;
  const opened = await openChainIn(directory, { isFollower: false, nowSeconds, flags });
  const { store, chain, close } = opened;
  store.beginBatch();
  let utxo = payerFunds(store);
  for (let i = 0; i < height; i++) {
    now += 1n;
    const tx = divide(localNetworkID, utxo, 1, 10_000n);
    const refusal = chain.issue(tx);
    if (refusal !== undefined) throw new Error(refusal);
    chain.produceBlock();
    utxo = outputAt(tx, 0);
  }
  store.commitBatch();
  await close();
}
