import { Chain, type PendingStatus } from "../../chain/chain.ts";
import { Mempool } from "../../chain/mempool.ts";
import { prefersCommit } from "../../chain/prefers-commit.ts";
import type { Id } from "../../formats/bytes.ts";
import type {
  BlockProductionSetting,
  DevControls,
  Transactions,
  ValidatorUptimes,
} from "../../handlers/context.ts";
import type { Health } from "../../health/health.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import { isProductionNetwork } from "../../networks/find-network.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Block } from "../../pchain/blocks/block.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NodeClock } from "../clock.ts";
import { devControls, noDevControls } from "../dev/dev-controls.ts";
import { restoreMempool } from "../dev/dev-history.ts";
import type { DevSettings } from "../dev/dev-settings.ts";
import type { Faults } from "../dev/faults.ts";
import type { MempoolRoom } from "../health/metrics.ts";
import type { Log } from "../logging/log.ts";
import type { ChainConfig } from "../node-config.ts";
import { type BlockMaker, noBlocks, SettableBlockMaker } from "./block-maker.ts";
import type { NodeGenesis } from "./genesis.ts";

export type TransactionsOptions = {
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly clock: NodeClock;
  readonly config: ChainConfig;
  readonly log: Log;
  readonly indexer: Indexer;
  readonly uptimes: ValidatorUptimes;
  readonly settings: DevSettings;
  readonly faults: Faults;
  readonly health: Health;
  readonly genesis: () => Promise<NodeGenesis>;
  /** Called after blocks were accepted. */
  readonly onAccepted: (blocks: readonly Block[]) => void;
  /** Called after blocks were reverted or replaced. */
  readonly onOtherPast: () => void;
  readonly onPending: (txID: Id, status: PendingStatus) => void;
};

/**
 * How transactions get into the chain. On a local or custom network this node builds the blocks. On a production network
 * it does not: its chain stays at its last block and accepts no transactions.
 */
export function makeTransactions(options: TransactionsOptions): {
  readonly transactions: Transactions;
  readonly blocks: BlockMaker;
  readonly dev: DevControls;
  readonly mempool: MempoolRoom;
} {
  const { store, context, clock, config, log, indexer, uptimes, settings, onAccepted, onPending } =
    options;
  if (isProductionNetwork(context.network.id)) {
    return {
      transactions: noTransactions(store),
      blocks: noBlocks,
      dev: noDevControls,
      mempool: new Mempool(),
    };
  }
  const chain: Chain = new Chain({
    store,
    context,
    clock,
    useCurrentHeight: config.useCurrentHeight,
    prefersCommit: (tx, state) => prefersCommit(tx, state, context.network, uptimes.uptime),
    impersonates: settings.impersonates,
    withinTransaction: (blocks) => {
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
    },
    onPending,
    onAccepted: (accepted) => {
      onAccepted(accepted);
      blocks.request();
    },
  });
  restoreMempool(chain.mempool, store.metadata);
  const blocks = new SettableBlockMaker(productionOf(config), chain, clock, log);
  const transactions: Transactions = {
    issue: (tx) => {
      const refusal = chain.issue(tx);
      if (refusal === undefined) blocks.request();
      return refusal;
    },
    status: (txID) => chain.pendingStatus(txID),
    proposesChain: (chainID) => chain.proposesChain(chainID),
    minimumHeight: () => chain.minimumHeight(),
  };
  const devPart = devControls({ ...options, chain, blocks });
  return { transactions, blocks, dev: devPart, mempool: chain.mempool };
}

function productionOf({ production, blockTimeMs }: ChainConfig): BlockProductionSetting {
  if (blockTimeMs > 0) return { mode: "interval", intervalMs: blockTimeMs };
  return { mode: production, intervalMs: 0 };
}

function noTransactions({ blocks }: ChainStore): Transactions {
  return {
    issue: () => "failed verification: chain not synced",
    status: () => undefined,
    proposesChain: () => false,
    minimumHeight: () => blocks.lastAccepted().height,
  };
}
