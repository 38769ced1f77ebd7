import { storedStart } from "../../follow/stored-chain/chain-start.ts";
import { isZero } from "../../formats/bytes.ts";
import { parseId } from "../../formats/id.ts";
import type { Upgrades } from "../../networks/network.ts";
import type { Metadata } from "../../store/metadata.ts";

export type SharedMemorySinceOptions = {
  /** The chains that are followed beside the P-chain; none unless the node follows a network. */
  readonly chains: readonly ("X" | "C")[];
  readonly metadata: Pick<Metadata, "getText">;
  readonly upgrades: Pick<Upgrades, "cortinaXChainStopVertexID">;
};

/**
 * The header that says since which blocks a node knows what chains exported, where it does not know all: `X=1, C=12345`. An
 * X-chain that was a DAG before it was linear exported before its first block.
 */
export class SharedMemorySince {
  readonly #options: SharedMemorySinceOptions;
  #headers: readonly string[] | undefined;

  constructor(options: SharedMemorySinceOptions) {
    this.#options = options;
  }

  /** Name and value; empty if shared memory is complete. */
  headers(): readonly string[] {
    if (this.#headers !== undefined) return this.#headers;
    const { chains, metadata } = this.#options;
    const since = chains.flatMap((chain) => this.#sinceOf(chain) ?? []).join(", ");
    const headers = since === "" ? [] : ["Couloir-Shared-Memory-Since", since];
    const isFixed = chains.every((chain) => chain === "X" || storedStart(chain, metadata));
    if (isFixed) this.#headers = headers;
    return headers;
  }

  #sinceOf(chain: "X" | "C"): string | undefined {
    const { metadata, upgrades } = this.#options;
    if (chain === "X") {
      return isZero(parseId(upgrades.cortinaXChainStopVertexID)) ? undefined : "X=1";
    }
    const start = storedStart("C", metadata) ?? 1n;
    return start > 1n ? `C=${start}` : undefined;
  }
}
