import { Chain } from "../../../src/chain/chain.ts";
import { keyOf } from "../../../src/formats/bytes.ts";
import { findNetwork } from "../../../src/networks/find-network.ts";
import type { ChainContext, Network, Upgrades } from "../../../src/networks/network.ts";
import { type Block, parseBlock } from "../../../src/pchain/blocks/block.ts";
import type { Utxo } from "../../../src/pchain/components/utxo.ts";
import { buildGenesis } from "../../../src/pchain/genesis/build.ts";
import {
  type Genesis,
  genesisBlock,
  genesisChainIDs,
} from "../../../src/pchain/genesis/genesis.ts";
import { loadGenesis } from "../../../src/pchain/genesis/load.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { MemoryState } from "../../../src/pchain/state/memory-state.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";
import { ChainStore } from "../../../src/store/chain-store.ts";
import { localGenesis } from "../../support/genesis-chain.ts";

export const genesisTime = 1_900_000_000n;

/** Seconds after genesis at which the eras begin. */
export type Eras = { readonly cortina: bigint; readonly durango: bigint; readonly etna: bigint };

/** What happened, so that it can happen again on another store. */
export type HistoryEvent =
  | {
      readonly kind: "block";
      readonly bytes: Uint8Array;
      readonly clock: bigint;
      readonly pChainHeight: bigint;
    }
  | { readonly kind: "export"; readonly sourceChain: Uint8Array; readonly utxo: Utxo };

/**
 * A chain with its clock in the test's hand. Periods are minutes, not months, and few L1 validators are many, so that
 * a short history sees stakers end, rewards, rising fees and evictions.
 */
export class HistoryChain {
  readonly events: HistoryEvent[] = [];
  readonly context: ChainContext;
  readonly genesis: Genesis;
  readonly #path: string;
  now = genesisTime;
  store: ChainStore;
  chain: Chain;
  /** Called when blocks were accepted: one, or a proposal and its option. */
  onAccepted: (blocks: readonly Block[]) => void = () => {};

  constructor(eras: Eras, path = ":memory:") {
    const config = {
      ...localGenesis(genesisTime),
      initialStakeDuration: 3000n,
      initialStakeDurationOffset: 400n,
    };
    const built = buildGenesis(config);
    this.genesis = built.genesis;
    this.context = {
      network: networkWith(eras),
      avaxAssetID: built.avaxAssetID,
      ...genesisChainIDs(built.genesis),
    };
    this.#path = path;
    this.store = this.#open();
    const diff = new Diff(new MemoryState());
    loadGenesis(built.genesis, diff, this.context.network);
    const block = genesisBlock(built.id);
    this.store.loadGenesis({ genesisID: built.id, block, changes: diff.changes() });
    this.chain = this.#chainOn(this.store);
  }

  /** Makes blocks until there is nothing to do. */
  produce(): void {
    while (this.#produceOne()) {
      // The next one stands on it.
    }
  }

  /** Another chain exports to this one. */
  exportToP(sourceChain: Uint8Array, utxo: Utxo): void {
    this.store.putAtomicUtxo(sourceChain, utxo);
    this.events.push({ kind: "export", sourceChain, utxo });
  }

  /** As a process that ends and starts again: only the file is left. */
  restart(): void {
    this.store.close();
    this.store = this.#open();
    this.chain = this.#chainOn(this.store);
  }

  /** Executes what happened elsewhere. */
  replay(events: readonly HistoryEvent[], mode: "verified" | "trusted"): void {
    const chain = this.#chainOn(this.store, mode);
    for (const event of events) {
      if (event.kind === "export") this.exportToP(event.sourceChain, event.utxo);
      else {
        this.now = event.clock;
        chain.acceptBlock(parseBlock(event.bytes), event.pChainHeight);
      }
    }
  }

  close(): void {
    this.store.close();
  }

  #produceOne(): boolean {
    const pChainHeight = this.chain.height();
    const accepted: Block[] = [];
    this.#collect = (blocks) => accepted.push(...blocks);
    const produced = this.chain.produceBlock();
    for (const { bytes } of accepted) {
      this.events.push({ kind: "block", bytes, clock: this.now, pChainHeight });
    }
    if (accepted.length > 0) this.onAccepted(accepted);
    return produced;
  }

  #collect: (blocks: readonly Block[]) => void = () => {};

  #open(): ChainStore {
    const { id, name } = this.context.network;
    return ChainStore.open({ path: this.#path, networkID: id, networkName: name });
  }

  #chainOn(store: ChainStore, mode: "verified" | "trusted" = "verified"): Chain {
    return new Chain({
      store,
      context: this.context,
      clock: { nowSeconds: () => this.now },
      mode,
      useCurrentHeight: true,
      prefersCommit: wasUp,
      onAccepted: (blocks) => this.#collect(blocks),
    });
  }
}

/** Three of four stakers were. */
function wasUp(tx: Tx): boolean {
  const { unsigned } = tx;
  return unsigned.kind !== "RewardValidatorTx" || keyOf(unsigned.txID).charCodeAt(0) % 4 !== 0;
}

function networkWith(eras: Eras): Network {
  const local = findNetwork(12345);
  const upgrades: Upgrades = {
    ...local.upgrades,
    cortina: genesisTime + eras.cortina,
    durango: genesisTime + eras.durango,
    etna: genesisTime + eras.etna,
  };
  return {
    ...local,
    upgrades,
    staking: {
      ...local.staking,
      minStakeDurationSeconds: 60n,
      maxStakeDurationSeconds: 3600n,
      rewards: { ...local.staking.rewards, mintingPeriodSeconds: 3600n },
    },
    dynamicFees: { ...local.dynamicFees, excessConversionConstant: 200_000n },
    validatorFees: { capacity: 8n, target: 2n, minPrice: 2n, excessConversionConstant: 1500n },
  };
}
