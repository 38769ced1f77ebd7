import { setTimeout as timeout } from "node:timers/promises";
import type { Chain, PendingStatus } from "../chain/chain.ts";
import type { Disagreement } from "../follow/acceptor.ts";
import { ChainAcceptor } from "../follow/chain-acceptor.ts";
import { type Container, readContainer } from "../follow/container.ts";
import type { Following } from "../follow/following.ts";
import type { FollowPhase } from "../follow/progress.ts";
import { ProposerSignatures } from "../follow/proposer-signature.ts";
import type { Id } from "../formats/bytes.ts";
import type { Indexer } from "../indexer/indexer.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { IndexPath } from "../store/container-log.ts";
import { BlockAcceptor } from "./block-acceptor.ts";
import { type ComparedState, StateComparison } from "./state-comparison.ts";
import { type Form, Upstream } from "./upstream.ts";
import { UpstreamClient } from "./upstream-client.ts";
import { UpstreamFollower } from "./upstream-follower.ts";

export type FollowUpstreamsOptions = {
  /** The base URLs of `--upstream`. */
  readonly urls: readonly URL[];
  /** The headers of `--upstream-header`, sent with every request and never to another address. */
  readonly headers: Readonly<Record<string, string>>;
  readonly networkID: number;
  /** A chain without shared memory: the node does not run the X- and C-chain. */
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly indexer: Indexer;
  /** Whether the indices of this node are enabled: only then the upstreams' X- and C-chain indices are mirrored. */
  readonly isIndexEnabled: boolean;
  /** The parent of the first container of an index, if it is known. */
  readonly genesisID: (path: IndexPath) => Id | undefined;
  /** Unix milliseconds of the node's clock. */
  readonly nowMillis: () => number;
  /** Why an earlier process halted. */
  readonly haltedBefore: string | undefined;
  readonly onPhase: (phase: FollowPhase) => void;
  readonly onWarning: (message: string) => void;
  readonly onHalt: (disagreement: Disagreement) => void;
  /** An error of ours; following starts again after a pause. */
  readonly onError: (error: unknown) => void;
  /** Called when the status of a forwarded transaction changes. */
  readonly onPending: (txID: Id, status: PendingStatus) => void;
};

/** Following over HTTP, and what only upstreams can do. */
export interface UpstreamFollowing extends Following {
  /** Current disagreements and other problems of the upstreams, for health. */
  warnings(): readonly string[];
  /**
   * Hands a transaction to the first upstream that accepts it, and keeps it until it is accepted or refused. Resolves
   * to the upstreams' reason if all refuse it. An ImportTx need not be verified before.
   */
  forward(tx: Tx): Promise<string | undefined>;
  /** The status of a forwarded transaction that waits for a block, or was dropped lately. */
  pendingStatus(txID: Id): PendingStatus | undefined;
}

/** Follows a network through the HTTP APIs of other nodes, of which a majority must agree. */
export function followUpstreams(options: FollowUpstreamsOptions): UpstreamFollowing {
  const { urls, headers, chain, store, indexer } = options;
  const upstreams = urls.map((url) => {
    const client = new UpstreamClient({ url, headers, fetch });
    return new Upstream({ ...options, client });
  });
  const signatures = new ProposerSignatures();
  const acceptors = {
    containers: new ChainAcceptor({ chain, store, indexer }),
    blocks: new BlockAcceptor(chain, store),
  };
  const follower = new UpstreamFollower({
    ...options,
    upstreams,
    acceptors,
    storedForm: () => storedForm(options),
    lastAccepted: () => lastAccepted(options),
    comparison: new StateComparison({ ...options, upstreams, state: comparedState(store) }),
    isSigned: (container) => signatures.isValid(container),
    sleep: (delayMs, signal) => timeout(delayMs, undefined, { signal }),
  });
  return {
    start: async () => follower.start(),
    stop: () => follower.stop(),
    isBootstrapped: () => follower.isBootstrapped(),
    progress: () => follower.progress(),
    peers: () => [],
    submit: () => {},
    warnings: () => upstreams.flatMap(({ problem }) => problem ?? []),
    forward: async () => "failed verification: chain not synced",
    pendingStatus: () => undefined,
  };
}

type Stored = Pick<FollowUpstreamsOptions, "chain" | "store" | "indexer">;

/** A store whose blocks came without containers can only be continued without them. */
function storedForm({ store, indexer }: Stored): Form | undefined {
  if (store.blocks.lastAccepted().height === 0n) return undefined;
  return indexer.lastAcceptedID() === undefined ? "blocks" : "containers";
}

/** What identifies the last accepted block for upstreams: by the container's ID, or by the bytes of the block. */
function lastAccepted({ store, indexer }: Stored): Container {
  const { height } = store.blocks.lastAccepted();
  const block = readContainer(store.blocks.byHeight(height)!.bytes);
  const id = indexer.lastAcceptedID();
  return id === undefined ? block : { ...block, id };
}

function comparedState(store: ChainStore): ComparedState {
  return {
    height: () => store.blocks.lastAccepted().height,
    supply: (subnetID) => store.state.currentSupply(subnetID),
    validatorsAt: (subnetID, height) => store.validators.setAt(subnetID, height),
  };
}
