import { setImmediate as turn } from "node:timers/promises";
import type { Chain } from "../../chain/chain.ts";
import type { Id } from "../../formats/bytes.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { SettableBlockMaker } from "../chain/block-maker.ts";
import type { NodeClock } from "../clock.ts";
import type { DevSettings } from "./dev-settings.ts";

const sliceMs = 20;

export type DevTimeParts = {
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly clock: NodeClock;
  readonly blocks: SettableBlockMaker;
  readonly settings: DevSettings;
  /** False on a followable node: no network accepts them. */
  readonly makesEmptyBlocks: boolean;
};

/** Moves the clock of a chain and builds its blocks for the dev API. */
export class DevTime {
  readonly #parts: DevTimeParts;
  #past = 0;

  constructor(parts: DevTimeParts) {
    this.#parts = parts;
  }

  set(unixSeconds: bigint, frozen: boolean): void {
    const { clock, settings, blocks } = this.#parts;
    this.#moveClock(() => {
      if (frozen) clock.freeze();
      else clock.unfreeze();
      clock.set(Number(unixSeconds) * 1000);
      settings.keepClock(clock);
    });
    blocks.request();
  }

  /**
   * Resolves to the number of blocks. A year may end a thousand stakers, with two blocks each: other work has its turn
   * between slices, each of them one transaction of the store.
   */
  async increase(seconds: bigint): Promise<number> {
    const { store, clock, settings, blocks } = this.#parts;
    const past = this.#past;
    const before = store.blocks.lastAccepted().height;
    let isDone = this.#moveClock(() =>
      store.together(() => {
        clock.advance(Number(seconds) * 1000);
        settings.keepClock(clock);
        return blocks.setting.mode === "manual" || this.#catchUp();
      }),
    );
    while (!isDone) {
      await turn();
      // What was called in the meantime has replaced the chain and its clock.
      if (this.#past !== past) return 0;
      isDone = store.together(() => this.#catchUp());
    }
    return Number(store.blocks.lastAccepted().height - before);
  }

  /** The clock stays where it was if `move` throws, for example because the store cannot be written. */
  #moveClock<T>(move: () => T): T {
    const { clock, settings } = this.#parts;
    const before = clock.setting();
    try {
      return move();
    } catch (error) {
      clock.restore(before);
      settings.reload();
      throw error;
    }
  }

  /** Call it when the chain and its clock were replaced. */
  notePast(): void {
    this.#past += 1;
  }

  /** Builds blocks for a slice of time. Returns whether the chain has reached the clock. */
  #catchUp(): boolean {
    const { chain, store, clock } = this.#parts;
    const end = performance.now() + sliceMs;
    while (chain.produceBlock()) if (performance.now() >= end) return false;
    if (store.state.timestamp() < clock.nowSeconds()) chain.produceBlock({ evenEmpty: true });
    return true;
  }

  /**
   * The next block, an empty one if there is nothing to include: the caller means the chain to move. None on a node that
   * makes no empty blocks.
   */
  buildBlock(): readonly { readonly id: Id; readonly height: bigint }[] {
    const { chain, store, makesEmptyBlocks } = this.#parts;
    const before = store.blocks.lastAccepted().height;
    chain.produceBlock({ evenEmpty: makesEmptyBlocks });
    return [...store.blocks.from(before + 1n)].map(({ id, height }) => ({ id, height }));
  }
}
