import type { BlockReading } from "../block-reading.ts";

/** What a rule knew before a block, which is undefined before the genesis, and after it. */
type Known<State> = { readonly before: State | undefined; readonly after: State };

/**
 * What a rule knows after a block, so that blocks which do not change it need no query. A block is recognised by its ID, and the
 * one after it by its parent: after blocks were undone, everything is read again.
 */
export class Followed<State> {
  #last: ({ readonly blockID: string } & Known<State>) | undefined;

  at(
    reading: BlockReading,
    { changes, load }: { readonly changes: boolean; readonly load: (height: number) => State },
  ): Known<State> {
    const { blockID } = reading;
    if (this.#last?.blockID === blockID) return this.#last;
    const height = Number(reading.height);
    const known = this.#last?.blockID === parentOf(reading) ? this.#last?.after : undefined;
    const before = known ?? (height === 0 ? undefined : load(height - 1));
    const after = changes || before === undefined ? load(height) : before;
    this.#last = { blockID, before, after };
    return this.#last;
  }
}

function parentOf({ events: [first] }: BlockReading): string | undefined {
  return first?.type === "block" ? first.parentID : undefined;
}
