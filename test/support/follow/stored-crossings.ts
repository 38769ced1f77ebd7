import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { SharedMemoryFeed } from "../../../src/follow/stored-chain/shared-memory-feed.ts";
import { emptyId, type Id } from "../../../src/formats/bytes.ts";
import { newContainer } from "../../../src/indexer/indexer.ts";
import { configuredNetwork } from "../../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../../src/node/chain/open-chain.ts";
import { Containers } from "../../../src/store/containers.ts";
import { newIdentity } from "../p2p/nodes.ts";
import { ForeignChain, unsignedXTx } from "./foreign-chain.ts";

/** Owns what every other block exports, the first output of it together with `coOwner`. */
export const crossingOwner = new Uint8Array(20).fill(7);
export const coOwner = new Uint8Array(20).fill(8);

/**
 * An X-chain that a store follows, whose blocks export to the P-chain: block 1 two outputs, block 2 one, and so on. The rows
 * of the ledger do not depend on the process that stores it.
 */
export class StoredCrossings {
  readonly feed: SharedMemoryFeed;
  readonly #chain: ForeignChain;
  readonly #opened: OpenChain;
  readonly #log: Containers;

  constructor(opened: OpenChain) {
    const { store, context } = opened;
    const { xChainID: chainID, network } = context;
    this.#opened = opened;
    this.#log = new Containers(store.database(), "X/block");
    this.feed = new SharedMemoryFeed({ path: "X/block", chainID, network, store, log: this.#log });
    const proposer = newIdentity();
    this.#chain = new ForeignChain({ chain: "X", chainID, genesisID: emptyId, proposer });
  }

  get stored(): number {
    return Number(this.#log.count());
  }

  /** Stores the blocks up to a height, one by one as a follower does: what cannot be applied yet is applied later. */
  storeTo(height: number): void {
    const { store } = this.#opened;
    const { containers } = this.#chain;
    while (containers.length < height) this.#extend();
    for (const { id, bytes, block } of containers.slice(this.stored, height)) {
      const isNext = this.feed.isComplete();
      store.together(() => {
        this.#log.append([newContainer(id, bytes, 0n)]);
        if (isNext) this.feed.apply([this.feed.changesOf(block)]);
      });
    }
  }

  #extend(): void {
    const { length } = this.#chain.containers;
    const owners = length % 2 === 0 ? [[crossingOwner, coOwner]] : [];
    const amount = BigInt(length + 1);
    this.#chain.extend(1, [exportTx(this.#opened.context, amount, [...owners, [crossingOwner]])]);
  }
}

/** Stores them in the directory of a node that does not run. */
export async function storeCrossings(dataDirectory: string, blocks: number): Promise<void> {
  const config = nodeConfig(await readRawConfig([`--data-dir=${dataDirectory}`], {}));
  const opened = await openChain(config, configuredNetwork(config), 0n, true);
  new StoredCrossings(opened).storeTo(blocks);
  await opened.close();
}

function exportTx(
  { network, xChainID, avaxAssetID }: OpenChain["context"],
  amount: bigint,
  owners: readonly (readonly Uint8Array[])[],
) {
  const output = { kind: "TransferOutput", amount, locktime: 0n, threshold: 1 } as const;
  const none = { outputs: [], inputs: [], memo: new Uint8Array() };
  const assetID: Id = avaxAssetID;
  return unsignedXTx({
    kind: "ExportTx",
    baseTx: { networkID: network.id, blockchainID: xChainID, ...none },
    destinationChain: emptyId,
    exportedOutputs: owners.map((addresses) => ({ assetID, output: { ...output, addresses } })),
  });
}
