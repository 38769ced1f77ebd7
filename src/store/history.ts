import { parseJson } from "../formats/json.ts";
import { HistoryMissing } from "./chain-queries.ts";
import type { Metadata } from "./metadata.ts";

/** From which heights on the store has all blocks and all validator sets. Height 0 is always there. */
export type HistoryBounds = { readonly blocks: bigint; readonly validators: bigint };

const metadataKey = "history";
const complete: HistoryBounds = { blocks: 0n, validators: 0n };

/** How far back the history of a store goes. */
export class History {
  readonly #metadata: Metadata | undefined;
  #bounds = complete;

  /** Without metadata, the history is complete. */
  constructor(metadata?: Metadata) {
    this.#metadata = metadata;
    this.reload();
  }

  get isComplete(): boolean {
    return this.#bounds.blocks === 0n;
  }

  /** The lowest height from which on every block is there. */
  get firstBlock(): bigint {
    return this.#bounds.blocks;
  }

  /** Throws HistoryMissing. Call it for a block that the tables do not have. */
  verifyBlockAt(height: bigint): void {
    const { blocks } = this.#bounds;
    if (height > 0n && height < blocks) throw new HistoryMissing(blocks);
  }

  /** Throws HistoryMissing if anything may be missing. Call it for what has no known height. */
  verifyComplete(): void {
    if (!this.isComplete) throw new HistoryMissing(this.#bounds.blocks);
  }

  /** Throws HistoryMissing. */
  verifyValidatorsAt(height: bigint): void {
    const { validators } = this.#bounds;
    if (height < validators) throw new HistoryMissing(validators);
  }

  /** Limits or completes the history. Call `reload` when the change is committed. */
  static write(metadata: Metadata, bounds: HistoryBounds | undefined): void {
    if (bounds === undefined) metadata.delete(metadataKey);
    else {
      const { blocks, validators } = bounds;
      metadata.setText(
        metadataKey,
        JSON.stringify({ blocks: blocks.toString(), validators: validators.toString() }),
      );
    }
  }

  reload(): void {
    const text = this.#metadata?.getText(metadataKey);
    if (text === undefined) {
      this.#bounds = complete;
      return;
    }
    const { blocks, validators } = parseJson(text) as { blocks: string; validators: string };
    this.#bounds = { blocks: BigInt(blocks), validators: BigInt(validators) };
  }
}
