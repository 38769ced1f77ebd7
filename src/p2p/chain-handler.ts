import type { Id, NodeId } from "../formats/bytes.ts";

/** What a node votes: the block it prefers, the one it accepted, and the one at the height that was asked for. */
export type Chits = {
  readonly preferredID: Id;
  readonly acceptedID: Id;
  readonly preferredIDAtHeight: Id;
  readonly acceptedHeight: bigint;
};

/** A query for votes, with the ID of a container (pull) or with its bytes (push). */
export type ChitsQuery = {
  readonly container: { readonly id: Id } | { readonly bytes: Uint8Array };
  readonly requestedHeight: bigint;
};

/** An answer to an AppRequest; an error has a code below 0 if it is of the protocol's own. */
export type AppAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly code: number; readonly message: string };

/** An answer, now or later. `undefined` is silence. */
type Answer<Value> = Value | undefined | Promise<Value | undefined>;

/**
 * Answers the requests that peers send to one chain. An absent method is silence, except for `appRequest`, which then
 * returns `unregistered handler`.
 */
export type ChainHandler = {
  readonly acceptedFrontier?: (from: NodeId) => Answer<Id>;
  /** Those of the IDs that are accepted. */
  readonly accepted?: (ids: readonly Id[], from: NodeId) => Answer<readonly Id[]>;
  /** The container, its parent and so on, at most 2,000 and 1.6 MiB; an empty list for an unknown one. */
  readonly ancestors?: (id: Id, from: NodeId) => Answer<readonly Uint8Array[]>;
  /** A vertex of the chain's DAG, its parents, theirs and so on, within the same limits. */
  readonly vertices?: (id: Id, from: NodeId) => Answer<readonly Uint8Array[]>;
  readonly container?: (id: Id, from: NodeId) => Answer<Uint8Array>;
  readonly chits?: (query: ChitsQuery, from: NodeId) => Answer<Chits>;
  readonly appRequest?: (bytes: Uint8Array, from: NodeId) => Answer<AppAnswer>;
  readonly appGossip?: (bytes: Uint8Array, from: NodeId) => void;
};

/** avalanchego network/p2p/error.go @ v1.14.2 */
export const appErrors = {
  unexpected: { code: -1, message: "unexpected error" },
  unregisteredHandler: { code: -2, message: "unregistered handler" },
  notValidator: { code: -3, message: "not a validator" },
  throttled: { code: -4, message: "throttled" },
} as const satisfies Record<string, AppAnswer>;
