import type { Metadata } from "../../store/metadata.ts";

/** The height of the first container to store; `latest` is the network's tip when the node first follows the chain. */
export type ChosenStart = bigint | "latest";

/** The chosen height is above the network's, or is not the one that the store began with. The message has the remedy. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

const keyOf = (chain: "X" | "C") => `follow-${chain.toLowerCase()}-start`;

/** The height of a chain's first container in a store; undefined if that is not fixed. */
export function storedStart(
  chain: "X" | "C",
  metadata: Pick<Metadata, "getText">,
): bigint | undefined {
  const text = metadata.getText(keyOf(chain));
  return text === undefined ? undefined : BigInt(text);
}

/**
 * Where the stored containers of a chain begin. It is fixed once: the index numbers its containers from there. Height 0
 * is the genesis block, which no index has, so 0 and 1 are the same.
 */
export class ChainStart {
  readonly #metadata: Pick<Metadata, "getText" | "setText">;
  readonly #key: string;
  readonly #chosen: ChosenStart;
  #height: bigint | undefined;

  /** Throws StartRefused if the store began elsewhere: containers that were copied over HTTP begin with the first block. */
  constructor(
    chain: "X" | "C",
    metadata: Pick<Metadata, "getText" | "setText">,
    chosen: ChosenStart,
    hasContainers: boolean,
  ) {
    this.#metadata = metadata;
    this.#key = keyOf(chain);
    this.#chosen = chosen === 0n ? 1n : chosen;
    this.#height = storedStart(chain, metadata) ?? (hasContainers ? 1n : undefined);
    const isOther = this.#chosen !== "latest" && this.#chosen !== this.#height;
    if (this.#height === undefined || !isOther) return;
    throw new StartRefused(
      `--${chain.toLowerCase()}-chain-start=${chosen} contradicts the store, whose ${chain}-chain begins at height ${this.#height}: remove the flag to continue there, or choose another --data-dir`,
    );
  }

  get isFixed(): boolean {
    return this.#height !== undefined;
  }

  /** While it is not fixed, that of the first block. */
  height(): bigint {
    return this.#height ?? 1n;
  }

  /** Fixes the start, given the height that the network has reached. Throws StartRefused if the chosen one is above it. */
  fix(networkHeight: bigint): void {
    if (this.#height !== undefined) return;
    const latest = networkHeight < 1n ? 1n : networkHeight;
    const height = this.#chosen === "latest" ? latest : this.#chosen;
    if (height > latest) {
      throw new StartRefused(
        `the chosen start ${height} is above the network's height ${networkHeight}: choose a lower one, or latest`,
      );
    }
    this.#metadata.setText(this.#key, height.toString());
    this.#height = height;
  }
}
