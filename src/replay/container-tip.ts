import { equalBytes } from "../formats/bytes.ts";
import {
  type ProposerParent,
  readProposedBlock,
  unwrappedParent,
  warpHeightOfIssued,
} from "../indexer/proposer.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import { warpVerificationHeight } from "../pchain/blocks/epoch.ts";
import type { ChainStore } from "../store/chain-store.ts";

/** The last accepted block of a recorded chain in proposervm, if the blocks of the recording have containers. */
export class ContainerTip {
  readonly #upgrades: Upgrades;
  #tip: ProposerParent | undefined;

  constructor(upgrades: Upgrades) {
    this.#upgrades = upgrades;
  }

  /**
   * Call it before the block is accepted. Returns the height at which its warp messages are verified; undefined if the
   * container has another block.
   */
  advance(container: Uint8Array, block: Block, store: ChainStore): bigint | undefined {
    const parent = this.#tip ?? unwrappedParent(block.parentID, store.state.timestamp());
    const proposed = readProposedBlock(container, parent);
    if (!equalBytes(proposed.innerID, block.id)) return undefined;
    this.#tip = proposed;
    return warpVerificationHeight(proposed, parent.pChainHeight, this.#upgrades);
  }

  /** The height at which a transaction verifies them when it is issued; undefined outside of epochs. */
  heightOfIssued(): bigint | undefined {
    return this.#tip && warpHeightOfIssued(this.#tip, this.#upgrades);
  }
}
