import type { Id } from "../formats/bytes.ts";
import type { ChainHandler, ChitsQuery } from "../p2p/chain-handler.ts";
import type { AcceptedContainers } from "./accepted-containers.ts";
import { ServingTime } from "./serving-time.ts";

/** What AvalancheGo puts into one response. snow/engine/snowman/getter, config flags bootstrap-ancestors-* @ v1.14.2 */
export const ancestorLimits = {
  count: 2_000,
  bytes: 1_677_721,
  durationMs: 50,
  /** Each container has a length in front of it. */
  lengthBytes: 4,
} as const;

export type ChainServerOptions = {
  readonly containers: AcceptedContainers;
  /** A node that is not at the tip has no vote. */
  readonly isBootstrapped: () => boolean;
  readonly nowMillis: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
};

/**
 * Answers the requests of peers from the accepted chain. AppRequests get `unregistered handler`, as there is no handler
 * for them. avalanchego snow/engine/snowman/getter/getter.go @ v1.14.2
 */
export function serveChain(options: ChainServerOptions): ChainHandler {
  const { containers, isBootstrapped } = options;
  const time = new ServingTime(options);
  return {
    acceptedFrontier: () => containers.lastID(),
    accepted: (ids, from) =>
      time.run(from, () => ids.filter((id) => containers.heightOf(id) !== undefined)),
    ancestors: (id, from) => time.run(from, () => ancestorsOf(id, options)),
    container: (id) => {
      const height = containers.heightOf(id);
      return height === undefined ? undefined : containers.bytesAt(height);
    },
    chits: (query) => (isBootstrapped() ? voteOf(query, containers) : undefined),
  };
}

/** The container and its ancestors, the newest first; empty for one that is not accepted. */
function ancestorsOf(id: Id, { containers, nowMillis }: ChainServerOptions): readonly Uint8Array[] {
  const until = nowMillis() + ancestorLimits.durationMs;
  const found: Uint8Array[] = [];
  const from = containers.heightOf(id);
  if (from === undefined) return found;
  let size = 0;
  for (let height = from; height >= 0n && found.length < ancestorLimits.count; height--) {
    const bytes = containers.bytesAt(height);
    if (bytes === undefined) break;
    size += bytes.length + ancestorLimits.lengthBytes;
    if (found.length > 0 && (size > ancestorLimits.bytes || nowMillis() > until)) break;
    found.push(bytes);
  }
  return found;
}

/** Names accepted containers only, as a node with partial sync does. */
function voteOf({ requestedHeight }: ChitsQuery, containers: AcceptedContainers) {
  const accepted = containers.lastID();
  if (accepted === undefined) return undefined;
  return {
    preferredID: accepted,
    acceptedID: accepted,
    preferredIDAtHeight: containers.idAt(requestedHeight) ?? accepted,
    acceptedHeight: containers.lastHeight(),
  };
}
