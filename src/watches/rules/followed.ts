import type { BlockReading } from "../block-reading.ts";

/**
 * What a rule knows after a block, so that blocks which do not change it need no query. A block is recognised by its ID, and the
 * one after it by its parent: after blocks were undone, everything is read again.
 */
export class Followed<State> {
  #last: { readonly blockID: string; readonly state: State } | undefined;

  /** The state after a block, and after the one before it; undefined before the genesis. */
  at(
    reading: BlockReading,
    { changes, load }: { readonly changes: boolean; readonly load: (height: number) => State },
  ): { readonly before: State | undefined; readonly after: State } {
    const height = Number(reading.height);
    const parentID = parentOf(reading);
    const known = this.#last?.blockID === parentID ? this.#last?.state : undefined;
    const before = known ?? (height === 0 ? undefined : load(height - 1));
    const after = changes || before === undefined ? load(height) : before;
    this.#last = { blockID: reading.blockID, state: after };
    return { before, after };
  }
}

function parentOf({ events: [first] }: BlockReading): string | undefined {
  return first?.type === "block" ? first.parentID : undefined;
}
