import type { Id } from "../../formats/bytes.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { Blockchains } from "../../handlers/context.ts";
import { missingChainCheck } from "../../health/checks/chain.ts";
import type { Worker } from "../../health/worker.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { type Block, blockTxs } from "../../pchain/blocks/block.ts";
import type { ChainStore } from "../../store/chain-store.ts";

/**
 * The chains of tracked subnets. This node has no virtual machine for them, so each chain fails its own health check
 * and its subnet never finishes bootstrapping, as in an AvalancheGo without the plugin. chains/manager.go @ v1.12.1
 */
export class MissingChains {
  readonly #worker: Worker;
  readonly #blockchains: Blockchains;
  readonly #subnetIDs = new Set<string>();
  /** A reverted chain can be created again with the same ID. */
  readonly #chainIDs = new Set<string>();

  constructor(worker: Worker, blockchains: Blockchains) {
    this.#worker = worker;
    this.#blockchains = blockchains;
  }

  /** Subnets that this node tracks and cannot bootstrap, in cb58. */
  subnetIDs(): readonly string[] {
    return [...this.#subnetIDs];
  }

  /** Looks at the chains that were created before the node started. */
  async addExisting(store: ChainStore): Promise<void> {
    for (const [subnetID, chainID] of store.chains.all()) {
      await this.#add(subnetID, chainID, store.chains.byID(chainID)!.vmID);
    }
  }

  /** Looks at the chains that accepted blocks create. */
  async addFrom(blocks: readonly Block[]): Promise<void> {
    for (const { id, unsigned } of blocks.flatMap(blockTxs)) {
      if (unsigned.kind === "CreateChainTx") await this.#add(unsigned.subnetID, id, unsigned.vmID);
    }
  }

  async #add(subnetID: Id, chainID: Id, vmID: Id): Promise<void> {
    const isPrimary = equalBytes(subnetID, primaryNetworkID);
    if (isPrimary || !this.#blockchains.isSubnetTracked(subnetID)) return;
    const chain = formatId(chainID);
    if (this.#chainIDs.has(chain)) return;
    this.#chainIDs.add(chain);
    const subnet = formatId(subnetID);
    this.#subnetIDs.add(subnet);
    const cause = `error while getting vmFactory: "${formatId(vmID)}" was not found`;
    const name = this.#blockchains.primaryAlias(chainID);
    await this.#worker.register(name, missingChainCheck(subnet, cause), [subnet]);
  }
}
