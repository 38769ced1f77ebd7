import { BlockCounts, type BlockFigures } from "../../chain/block-counts.ts";
import {
  Chain,
  type PendingStatus,
  type ReceivedBlock,
  type WarpHeights,
} from "../../chain/chain.ts";
import { Mempool } from "../../chain/mempool.ts";
import { prefersCommit } from "../../chain/prefers-commit.ts";
import { ProofsInTurn } from "../../chain/proofs-in-turn.ts";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import type {
  BlockProductionSetting,
  DevControls,
  Transactions,
  ValidatorUptimes,
} from "../../handlers/context.ts";
import type { Health } from "../../health/health.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Block } from "../../pchain/blocks/block.ts";
import type { Tx } from "../../pchain/txs/tx.ts";
import type { UnsignedTx } from "../../pchain/txs/unsigned-tx.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NodeClock } from "../clock.ts";
import { devControls, noDevControls } from "../dev/dev-controls.ts";
import { restoreMempool } from "../dev/dev-history.ts";
import type { DevSettings } from "../dev/dev-settings.ts";
import type { Faults } from "../dev/faults.ts";
import type { NetworkSource } from "../follow/network-source.ts";
import { fundsByTransfer } from "../followable/faucet.ts";
import type { ProposerTurn } from "../followable/proposer-turn.ts";
import type { MempoolRoom } from "../health/metrics.ts";
import type { Log } from "../logging/log.ts";
import type { Mode } from "../mode/decide-mode.ts";
import type { ChainConfig, LocalConfig } from "../node-config.ts";
import { type BlockMaker, noBlocks, SettableBlockMaker } from "./block-maker.ts";
import { BlockWaits } from "./block-waits.ts";
import { FedBlocks } from "./fed-blocks.ts";
import type { NodeGenesis } from "./genesis.ts";
import { areBlocksRecorded } from "./recorded-blocks.ts";

export type TransactionsOptions = {
  readonly mode: Mode;
  /** Called in mode `follow`, once, with the chain to bring blocks to. */
  readonly openSource: (chain: Chain) => NetworkSource;
  /** In mode `follow`: as of ChainOptions. */
  readonly knowsExports: (sourceChain: Id) => boolean;
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly clock: NodeClock;
  readonly config: ChainConfig;
  /** Whether gas is as scarce as on the network. */
  readonly gasAsNetwork: boolean;
  readonly log: Log;
  readonly indexer: Indexer;
  /** When a followable node may propose a block; undefined for other nodes. */
  readonly turn: ProposerTurn | undefined;
  readonly uptimes: ValidatorUptimes;
  readonly settings: DevSettings;
  readonly faults: Faults;
  readonly health: Health;
  readonly genesis: () => Promise<NodeGenesis>;
  readonly local: LocalConfig;
  readonly blsSecretKey: Uint8Array;
  /** Whether issuing a transaction takes until a block contains it, where blocks are built at once. */
  readonly issueWaitsForBlock: boolean;
  /** Called after blocks were accepted. */
  readonly onAccepted: (blocks: readonly Block[]) => void;
  /** Called after blocks were reverted or replaced. */
  readonly onOtherPast: () => void;
  /** Called after a dev node changed its state outside of blocks. */
  readonly onStateChanged: () => void;
  readonly onPending: (txID: Id, status: PendingStatus) => void;
};

export type TransactionParts = {
  readonly transactions: Transactions;
  readonly blocks: BlockMaker;
  readonly dev: DevControls;
  readonly mempool: MempoolRoom & Iterable<Tx>;
  /** What the node did with blocks since its start. */
  readonly counts: BlockFigures;
};

/** How transactions get into the chain: this node builds the blocks, the network builds them, or there are no new blocks. */
export function makeTransactions(options: TransactionsOptions): TransactionParts {
  switch (options.mode) {
    case "dev":
      return ownBlocks(options);
    case "follow":
      return followedBlocks(options);
    case "offline":
      return {
        transactions: noTransactions(options.store),
        blocks: noBlocks,
        dev: noDevControls,
        mempool: new Mempool(),
        counts: new BlockCounts(),
      };
  }
}

function ownBlocks(options: TransactionsOptions): TransactionParts {
  const { store, context, clock, config, log, uptimes, settings, turn, onAccepted, onPending } =
    options;
  const waits = new BlockWaits();
  const fed = new FedBlocks(store.metadata);
  const heights = warpHeights(options);
  /** This node accepts its own proposals together with their options: an open one was fed. */
  const isTipFed = () => {
    const last = store.blocks.lastAccepted();
    return !equalBytes(chain.tip().id, last.id) || fed.isFed(last.id);
  };
  const chain: Chain = new Chain({
    store,
    context,
    clock,
    useCurrentHeight: config.useCurrentHeight,
    reverifiesRejected: !options.gasAsNetwork,
    warpHeights: {
      ...heights,
      ofIssued: () => (isTipFed() ? undefined : heights.ofIssued()),
    },
    prefersCommit: (tx, state) => prefersCommit(tx, state, context.network, uptimes.uptime),
    impersonates: settings.impersonates,
    ...(turn && { mayPropose: () => turn.hasCome(parentOfNext(options)) }),
    withinTransaction: (blocks) => {
      indexBlocks(blocks, chain, { ...options, clock: turn ?? clock });
      for (const { block } of blocks) fed.noteAccepted(block.id);
    },
    onPending: (txID, status) => {
      onPending(txID, status);
      waits.changed(txID, status);
    },
    onAccepted: (accepted) => {
      onAccepted(accepted);
      waits.accepted(accepted);
      blocks.request();
    },
  });
  restoreMempool(chain.mempool, store.metadata, context.network.release);
  const isRecorded = areBlocksRecorded(store.metadata);
  if (isRecorded && config.production === undefined) {
    log.info(
      {},
      "the chain has recorded blocks, so the node does not build blocks. To build blocks, use --block-production=auto",
    );
  }
  const blocks = new SettableBlockMaker(productionOf(config, isRecorded), chain, clock, log);
  const proofs = new ProofsInTurn(chain.signatures);
  const issue = (
    tx: Tx,
    waitsForBlock: boolean,
  ): string | undefined | Promise<string | undefined> => {
    // A transaction that no block can contain must not wait.
    store.verifyWritable();
    const refusal = chain.issue(tx);
    if (refusal !== undefined) return refusal;
    blocks.request();
    return waitsForBlock ? waits.for(tx.id) : undefined;
  };
  const isAuto = () => options.issueWaitsForBlock && blocks.setting.mode === "auto";
  const transactions: Transactions = {
    issue: (tx, isWanted) => proofs.before(tx, () => issue(tx, isAuto()), isWanted),
    status: (txID) => chain.pendingStatus(txID),
    proposesChain: (chainID) => chain.proposesChain(chainID),
    minimumHeight: () => chain.minimumHeight(),
  };
  const onOtherPast = () => {
    waits.settleAll();
    options.onOtherPast();
  };
  const feeOf = (unsigned: UnsignedTx) => chain.feeInNextBlock(unsigned);
  const funding =
    turn &&
    fundsByTransfer({
      ...options,
      feeOf,
      isSpent: (utxoID) => chain.mempool.isSpent(utxoID),
      issue: (tx) => issue(tx, blocks.setting.mode !== "manual"),
    });
  const devPart = devControls({ ...options, onOtherPast, chain, blocks, fed, funding });
  const { mempool, counts } = chain;
  return { transactions, blocks, dev: devPart, mempool, counts };
}

function parentOfNext({ indexer, store }: Pick<TransactionsOptions, "indexer" | "store">) {
  return indexer.parent(store.blocks.lastAccepted().id, store.state.timestamp());
}

/** Verifies transactions, and leaves it to the network to put them into blocks. */
function followedBlocks(options: TransactionsOptions): TransactionParts {
  const { store, context, clock, onAccepted, onPending, openSource } = options;
  const chain: Chain = new Chain({
    store,
    context,
    clock,
    hasSharedMemory: false,
    knowsExports: options.knowsExports,
    warpHeights: warpHeights(options),
    withinTransaction: (blocks) => indexBlocks(blocks, chain, options),
    onPending,
    onAccepted,
  });
  const source = openSource(chain);
  const proofs = new ProofsInTurn(chain.signatures);
  const transactions: Transactions = {
    issue: (tx, isWanted) => proofs.before(tx, () => source.issue(tx), isWanted),
    status: source.status,
    proposesChain: (chainID) => chain.proposesChain(chainID),
    minimumHeight: () => chain.minimumHeight(),
  };
  const { mempool, counts } = chain;
  return { transactions, blocks: noBlocks, dev: noDevControls, mempool, counts };
}

function warpHeights({
  indexer,
  clock,
  store,
}: Pick<TransactionsOptions, "indexer" | "clock" | "store">): WarpHeights {
  const last = () => ({
    id: store.blocks.lastAccepted().id,
    chainTime: store.state.timestamp(),
  });
  return {
    ofNextBlock: (minimumHeight) =>
      indexer.warpHeightOfNext(last(), clock.nowSeconds(), minimumHeight),
    ofIssued: () => indexer.warpHeightOfIssued(last()),
  };
}

/** Puts accepted blocks into the index, within the transaction that accepts them. */
export function indexBlocks(
  blocks: readonly ReceivedBlock[],
  chain: Chain,
  {
    indexer,
    clock,
    store,
  }: Pick<TransactionsOptions, "indexer" | "store"> & {
    readonly clock: Pick<NodeClock, "nowNanos">;
  },
): void {
  const first = blocks[0]?.block;
  if (first === undefined) return;
  // The blocks are already written, the state in memory is not. The indexer needs both from before the blocks.
  const parentHeight = first.height - 1n;
  const minimumHeight = chain.minimumHeight();
  indexer.acceptBlocks(blocks, {
    nanos: clock.nowNanos(),
    chainTime: store.state.timestamp(),
    pChainHeight: minimumHeight < parentHeight ? minimumHeight : parentHeight,
  });
}

function productionOf(
  { production, blockTimeMs }: ChainConfig,
  isRecorded: boolean,
): BlockProductionSetting {
  if (blockTimeMs > 0) return { mode: "interval", intervalMs: blockTimeMs };
  return { mode: production ?? (isRecorded ? "manual" : "auto"), intervalMs: 0 };
}

function noTransactions({ blocks }: ChainStore): Transactions {
  return {
    issue: () => "failed verification: chain not synced",
    status: () => undefined,
    proposesChain: () => false,
    minimumHeight: () => blocks.lastAccepted().height,
  };
}
