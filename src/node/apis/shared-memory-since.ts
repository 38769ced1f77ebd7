import { storedStart } from "../../follow/stored-chain/chain-start.ts";
import { lastUnbound } from "../../follow/stored-chain/shared-memory-feed.ts";
import { isDagApplied } from "../../follow/x-chain-dag/dag-mark.ts";
import { isZero } from "../../formats/bytes.ts";
import { parseId } from "../../formats/id.ts";
import type { Upgrades } from "../../networks/network.ts";
import type { Metadata } from "../../store/metadata.ts";

export type SharedMemorySinceOptions = {
  /** The chains that are followed beside the P-chain. */
  readonly chains: readonly ("X" | "C")[];
  readonly metadata: Pick<Metadata, "getText">;
  readonly upgrades: Pick<Upgrades, "cortinaXChainStopVertexID">;
  readonly nowMillis: () => number;
};

/** Every response has the header: looking each time would cost more than some calls. */
const lookMs = 100;

/**
 * The header that says since which blocks a node knows what chains exported, where it does not know all: `X=1, C=12345`. An
 * X-chain that was a DAG before it was linear exported before its first block, which is known if the DAG is.
 */
export class SharedMemorySince {
  readonly #options: SharedMemorySinceOptions;
  #headers: readonly string[] = [];
  #lookAtMillis = Number.NEGATIVE_INFINITY;

  constructor(options: SharedMemorySinceOptions) {
    this.#options = options;
  }

  /** Name and value; empty if shared memory is complete. */
  headers(): readonly string[] {
    const { chains, nowMillis } = this.#options;
    if (nowMillis() < this.#lookAtMillis) return this.#headers;
    this.#lookAtMillis = nowMillis() + lookMs;
    const since = chains.flatMap((chain) => this.#sinceOf(chain) ?? []).join(", ");
    this.#headers = since === "" ? [] : ["Couloir-Shared-Memory-Since", since];
    return this.#headers;
  }

  #sinceOf(chain: "X" | "C"): string | undefined {
    const { metadata, upgrades } = this.#options;
    if (chain === "X") {
      const stopVertexID = parseId(upgrades.cortinaXChainStopVertexID);
      return isZero(stopVertexID) || isDagApplied(metadata, stopVertexID) ? undefined : "X=1";
    }
    const start = storedStart("C", metadata) ?? 1n;
    const verified = (lastUnbound(metadata) ?? 0n) + 1n;
    const since = start > verified ? start : verified;
    return since > 1n ? `C=${since}` : undefined;
  }
}
