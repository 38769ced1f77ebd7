import type { PChainOwner } from "../../../src/pchain/components/owners.ts";
import { knownAddresses } from "./funds.ts";

/** Choices that follow from given numbers, so that a history can be repeated and shrunk. */
export class Choice {
  readonly #draws: readonly number[];
  #position = 0;

  constructor(draws: readonly number[]) {
    this.#draws = draws;
  }

  /** From 0 to `bound`, exclusive. */
  below(bound: number): number {
    const draw = this.#draws[this.#position++ % this.#draws.length] ?? 0;
    return draw % bound;
  }

  /** One of the items; undefined of none. */
  of<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.below(items.length)];
  }

  /** One time in three. */
  isLucky(): boolean {
    return this.below(3) === 0;
  }

  /** Mostly one address, sometimes two of three. */
  owner(): PChainOwner {
    if (!this.isLucky()) return { threshold: 1, addresses: [this.of(knownAddresses)!] };
    const left = this.below(knownAddresses.length);
    return { threshold: 2, addresses: knownAddresses.filter((_, index) => index !== left) };
  }
}
