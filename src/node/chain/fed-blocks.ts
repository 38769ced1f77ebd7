import { equalBytes, type Id } from "../../formats/bytes.ts";
import type { Metadata } from "../../store/metadata.ts";

const metadataKey = "fedBlock";

/**
 * Remembers whether the block accepted last was fed to this node without its proposervm container. The chain that it comes
 * from had no epochs then, so its transactions verified their warp messages at the minimum height.
 * avalanchego vms/platformvm/block/executor/manager.go (VerifyTx, without a context of the preferred block) @ v1.15.0
 */
export class FedBlocks {
  readonly #metadata: Metadata;
  #isFeeding = false;

  constructor(metadata: Metadata) {
    this.#metadata = metadata;
  }

  /** Runs an action that accepts blocks without containers. */
  feed(accept: () => void): void {
    this.#isFeeding = true;
    try {
      accept();
    } finally {
      this.#isFeeding = false;
    }
  }

  /** Call it within the transaction that accepts the block. */
  noteAccepted(blockID: Id): void {
    if (this.#isFeeding) this.#metadata.set(metadataKey, blockID);
  }

  isFed(blockID: Id): boolean {
    const fed = this.#metadata.get(metadataKey);
    return fed !== undefined && equalBytes(fed, blockID);
  }
}
