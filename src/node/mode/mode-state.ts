import type { NetworkSource } from "../follow/network-source.ts";
import type { Mode } from "./decide-mode.ts";

/** What the mode of a node means for its chain, at this moment. */
export class ModeState {
  readonly mode: Mode;
  /** Set while a developer wants the chain to accept no requests. */
  isUnready = false;
  readonly #devIsBootstrapped: (() => boolean) | undefined;
  #source: NetworkSource | undefined;
  #storedCommits = 0n;

  constructor(mode: Mode, devIsBootstrapped: (() => boolean) | undefined) {
    this.mode = mode;
    this.#devIsBootstrapped = devIsBootstrapped;
  }

  /** Undefined unless the mode is `follow`. */
  get source(): NetworkSource | undefined {
    return this.#source;
  }

  /** Called once, while the node is assembled. */
  follow(source: NetworkSource): void {
    this.#source = source;
  }

  /** Whether the P-chain is the network's current one. Never true offline. */
  readonly isBootstrapped = (): boolean => {
    if (this.isUnready) return false;
    if (this.mode === "dev") return this.#devIsBootstrapped?.() ?? true;
    return this.#source?.following.isBootstrapped() ?? false;
  };

  /** The chains beside the P-chain whose containers are stored up to the network's tip. */
  readonly bootstrappedChains = (): readonly ("X" | "C")[] =>
    (this.#source?.following.storedChains() ?? []).flatMap(({ chain, isBootstrapped }) =>
      isBootstrapped ? [chain] : [],
    );

  /** Containers of another chain were stored, and changed shared memory perhaps. */
  readonly noteStored = (): void => {
    this.#storedCommits++;
  };

  /** How often containers of other chains were stored. */
  get storedCommits(): bigint {
    return this.#storedCommits;
  }

  /** Whether calls to the P-chain are accepted. */
  get answersCalls(): boolean {
    return this.mode === "offline" || this.isBootstrapped();
  }
}
