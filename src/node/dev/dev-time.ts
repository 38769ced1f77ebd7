import type { Chain } from "../../chain/chain.ts";
import type { Id } from "../../formats/bytes.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { SettableBlockMaker } from "../chain/block-maker.ts";
import type { NodeClock } from "../clock.ts";
import type { DevSettings } from "./dev-settings.ts";

export type DevTimeParts = {
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly clock: NodeClock;
  readonly blocks: SettableBlockMaker;
  readonly settings: DevSettings;
};

/** Moves the clock of a chain and builds its blocks for the dev API. */
export class DevTime {
  readonly #parts: DevTimeParts;

  constructor(parts: DevTimeParts) {
    this.#parts = parts;
  }

  set(unixSeconds: bigint, frozen: boolean): void {
    const { clock, settings, blocks } = this.#parts;
    if (frozen) clock.freeze();
    else clock.unfreeze();
    clock.set(Number(unixSeconds) * 1000);
    settings.keepClock(clock);
    blocks.request();
  }

  /** Runs in one transaction of the store: a year may end a thousand stakers. */
  increase(seconds: bigint): number {
    const { chain, store, clock, settings, blocks } = this.#parts;
    return store.together(() => {
      clock.advance(Number(seconds) * 1000);
      settings.keepClock(clock);
      const before = store.blocks.lastAccepted().height;
      if (blocks.setting.mode !== "manual") {
        while (chain.produceBlock());
        if (store.state.timestamp() < clock.nowSeconds()) chain.produceBlock({ evenEmpty: true });
      }
      return Number(store.blocks.lastAccepted().height - before);
    });
  }

  /** The next block, an empty one if there is nothing to include: the caller means the chain to move. */
  buildBlock(): readonly { readonly id: Id; readonly height: bigint }[] {
    const { chain, store } = this.#parts;
    const before = store.blocks.lastAccepted().height;
    chain.produceBlock({ evenEmpty: true });
    return [...store.blocks.from(before + 1n)].map(({ id, height }) => ({ id, height }));
  }
}
