import type { Upgrades } from "../networks/network.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { decideIndexing } from "./completeness.ts";
import { readIndexMarks, writeIndexMarks } from "./completeness-marks.ts";
import { Indexer } from "./indexer.ts";
import type { ProposerSigner } from "./proposer.ts";

/** A start that would leave an index incomplete. The message says what to do. */
export class IndexRefused extends Error {
  override readonly name = "IndexRefused";
}

/**
 * Creates the indexer of a starting node. Throws IndexRefused before it writes anything; otherwise records the marks for
 * the next start.
 */
export function startIndexer(
  store: ChainStore,
  options: {
    readonly upgrades: Upgrades;
    readonly enabled: boolean;
    readonly allowIncomplete: boolean;
    /** False on a node that follows a network. Default: true. */
    readonly wrapsBlocks?: boolean;
    /** Signs the blocks that the node wraps. */
    readonly signer?: ProposerSigner | undefined;
  },
): Indexer {
  const { enabled, allowIncomplete, wrapsBlocks = true } = options;
  const indexer = new Indexer({ ...options, database: store.database() });
  // A follower of upstreams without an index has no container at all, which is not a gap.
  const hasContainers = wrapsBlocks || indexer.lastAcceptedID() !== undefined;
  const { height } = store.blocks.lastAccepted();
  const missing = hasContainers ? height - indexer.logs["P/block"].count() : 0n;
  const decision = decideIndexing({
    enabled,
    allowIncomplete,
    marks: readIndexMarks(store.metadata),
    missingBlocks: missing > 0n ? missing : 0n,
  });
  if (decision.kind === "refuse") throw new IndexRefused(decision.message);
  store.database().transaction(() => writeIndexMarks(store.metadata, decision.marks))();
  return indexer;
}
