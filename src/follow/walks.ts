import { type BytesKey, equalBytes, type Id, keyOf } from "../formats/bytes.ts";
import type { StagedContainers } from "../store/staged-containers.ts";
import {
  type BlockForm,
  type Container,
  ContainerError,
  readContainerWithID,
} from "./container.ts";

/** The tip of the chain that containers are fetched for. */
export type Tip = {
  readonly height: bigint;
  readonly id: Id;
  /** The node keeps nothing below: what follows this height may have any parent, and `id` is empty. */
  readonly isOpen?: true;
};

/** Walks are faster than execution: they pause when this many containers are on disk, some 1 GB. */
const stagedMax = 1_000_000;

/**
 * Two attested containers, or one of them and the accepted chain, have different ancestors, so one does not belong to
 * this chain.
 */
export class WalkConflict extends Error {
  override readonly name = "WalkConflict";
}

export type WalksOptions = {
  readonly form: BlockForm;
  readonly staging: StagedContainers;
  /** The last accepted container now: walks end there. */
  readonly tip: () => Tip;
  /** Containers up to this height are no longer staged. */
  readonly storedHeight: () => bigint;
  /** The accepted container at a height up to the tip's; undefined if the node does not keep it. */
  readonly acceptedID: (height: bigint) => Id | undefined;
  readonly isAccepted: (id: Id) => boolean;
  /** How many of the containers, from the first on, have a valid proposer's signature; IDs do not cover it. */
  readonly countSigned: (containers: readonly Container[]) => Promise<number>;
  /** Lets other work run; called between containers of a response. */
  readonly pause: () => Promise<void>;
};

/**
 * Backward walks from attested containers to the last accepted one. From an attested ID every parent ID is a hash,
 * so the containers may come from anyone. Walks end where they meet each other. What was fetched is staged on disk,
 * and `resume` continues where an earlier process stopped.
 */
export class Walks {
  readonly #options: WalksOptions;
  /** IDs to fetch, each with the height that it must have if a child of it is known. */
  readonly #wanted = new Map<BytesKey, { readonly id: Id; readonly height: bigint | undefined }>();

  constructor(options: WalksOptions) {
    this.#options = options;
  }

  /** Continues the walks whose containers are staged. */
  resume(): void {
    const { staging, tip, storedHeight } = this.#options;
    staging.deleteThrough(storedHeight());
    for (const { parentID, childHeight } of staging.missingParents(tip().height)) {
      this.#want(parentID, childHeight - 1n);
    }
  }

  /** Starts a walk from an attested container, whose height is not known yet, unless it was fetched before. */
  begin(id: Id): void {
    const { isAccepted, staging } = this.#options;
    if (!isAccepted(id) && !staging.has(id)) this.#want(id, undefined);
  }

  /**
   * Walks from the containers that are attested now. Others that nobody has sent are given up, and so is everything above
   * the tip if nothing above it is attested any more.
   */
  replace(attested: readonly Id[]): void {
    const { isAccepted, staging, tip } = this.#options;
    const isOver = attested.every(isAccepted);
    for (const [key, { height }] of this.#wanted) {
      if (isOver || height === undefined) this.#wanted.delete(key);
    }
    if (isOver) staging.deleteFrom(tip().height + 1n);
    for (const id of attested) this.begin(id);
  }

  /**
   * IDs to ask peers for now. First those of unknown height, then the lowest: execution needs what is right above the
   * tip, and everything else waits on disk.
   */
  wanted(): readonly Id[] {
    const heightOf = ({ height }: { readonly height: bigint | undefined }) => height ?? -1n;
    const sorted = [...this.#wanted.values()].sort((a, b) => (heightOf(a) < heightOf(b) ? -1 : 1));
    // Enough is on disk: only the walk that execution waits for continues.
    const isFull = this.#options.staging.count() >= stagedMax;
    return (isFull ? sorted.slice(0, 1) : sorted).map(({ id }) => id);
  }

  isDone(): boolean {
    return this.#wanted.size === 0;
  }

  /**
   * Stages what a peer sent for a wanted ID and moves the walk on. Returns how many containers are new, or undefined
   * if the response is empty or invalid from its first container on: ask another peer then. Throws WalkConflict.
   */
  async receive(wantedID: Id, response: readonly Uint8Array[]): Promise<number | undefined> {
    const wanted = this.#wanted.get(keyOf(wantedID));
    if (wanted === undefined) return 0;
    const run = await this.#validRun(wanted.id, wanted.height, response);
    if (run.length === 0) return undefined;
    return this.#wanted.delete(keyOf(wantedID)) ? this.#stage(run) : 0;
  }

  #want(id: Id, height: bigint | undefined): void {
    this.#wanted.set(keyOf(id), { id, height });
  }

  /** The leading containers that are linked by hashes, in order of height, and signed. */
  async #validRun(
    id: Id,
    height: bigint | undefined,
    response: readonly Uint8Array[],
  ): Promise<readonly Container[]> {
    const run: Container[] = [];
    let next = { id, height };
    for (const bytes of response) {
      await this.#options.pause();
      const container = readLinked(bytes, next, this.#options.form);
      if (container === undefined) break;
      run.push(container);
      if (container.height <= this.#options.tip().height) break;
      next = { id: container.parentID, height: container.height - 1n };
    }
    return run.slice(0, await this.#options.countSigned(run));
  }

  /** Writes the part of a run that is above the tip and below what other walks have, and decides where the walk continues. */
  #stage(run: readonly Container[]): number {
    const { staging, tip, acceptedID } = this.#options;
    const accepted = tip();
    const fresh: Container[] = [];
    let joined = false;
    for (const container of run) {
      if (container.height <= accepted.height) {
        const own = acceptedID(container.height);
        if (own !== undefined && !equalBytes(own, container.id)) {
          throw new WalkConflict(forkText(container.height));
        }
        break;
      }
      const staged = staging.at(container.height);
      if (staged === undefined) {
        fresh.push(container);
        continue;
      }
      if (!equalBytes(staged.id, container.id)) throw new WalkConflict(conflictText(container));
      joined = true;
      break;
    }
    staging.put(fresh);
    const last = fresh.at(-1);
    if (joined || last === undefined) return fresh.length;
    this.#continueBelow(last, accepted);
    return fresh.length;
  }

  #continueBelow(lowest: Container, accepted: Tip): void {
    if (lowest.height === accepted.height + 1n) {
      const isChild = accepted.isOpen === true || equalBytes(lowest.parentID, accepted.id);
      if (!isChild) throw new WalkConflict(forkText(accepted.height));
      return;
    }
    const below = this.#options.staging.at(lowest.height - 1n);
    if (below === undefined) this.#want(lowest.parentID, lowest.height - 1n);
    else if (!equalBytes(below.id, lowest.parentID)) throw new WalkConflict(conflictText(lowest));
  }
}

function readLinked(
  bytes: Uint8Array,
  expected: { readonly id: Id; readonly height: bigint | undefined },
  form: BlockForm,
): Container | undefined {
  try {
    const container = readContainerWithID(bytes, expected.id, form);
    const hasHeight = expected.height === undefined || container.height === expected.height;
    return hasHeight ? container : undefined;
  } catch (error) {
    if (error instanceof ContainerError) return undefined;
    throw error;
  }
}

function conflictText({ height }: Container): string {
  return `The attested containers disagree with each other or with what was fetched before at height ${height}. Everything that is not executed is fetched again.`;
}

function forkText(height: bigint): string {
  return `The network ${otherBlockAt(height)}.`;
}

/** Says of a network or a node that its chain is not the one of this node, and what to do. */
export function otherBlockAt(height: bigint): string {
  if (height === 0n) return "has another genesis block: start this node with its genesis file";
  return `has another block at height ${height} than this node: if it was reset, follow it with a new data directory`;
}
