import { Rejection } from "../pchain/rejection.ts";
import type { Container } from "./container.ts";
import type { Tip } from "./walks.ts";

/** The chain as following sees it: it takes attested containers in order of height. */
export interface Acceptor {
  /** The container accepted last, a proposal that waits for its option included. */
  tip(): Tip;
  /** Height of the last container that is on disk: a proposal is written together with its option. */
  storedHeight(): bigint;
  /**
   * Executes the container on the tip and accepts it. `verified` checks signatures and fees as a validator does at
   * the tip; `trusted` skips what AvalancheGo skips while it bootstraps. Throws Rejection if the engine disagrees
   * with the network.
   */
  accept(container: Container, mode: ExecutionMode): void;
  /** What the work accepts reaches the disk in one transaction, up to the container that failed if one does. */
  batch(work: () => void): void;
}

export type ExecutionMode = "trusted" | "verified";

/** The engine rejected a container that the network accepted. */
export class Disagreement extends Error {
  override readonly name = "Disagreement";
  readonly container: Container;
  readonly mode: ExecutionMode;

  constructor(container: Container, mode: ExecutionMode, cause: Rejection) {
    super(cause.message, { cause });
    this.container = container;
    this.mode = mode;
  }
}

/** Throws Disagreement if the engine rejects the container. */
export function acceptAttested(
  acceptor: Acceptor,
  container: Container,
  mode: ExecutionMode,
): void {
  try {
    acceptor.accept(container, mode);
  } catch (error) {
    if (error instanceof Rejection) throw new Disagreement(container, mode, error);
    throw error;
  }
}
