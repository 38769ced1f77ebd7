import type { Id } from "../formats/bytes.ts";
import {
  type ContainerLog,
  type ContainerPages,
  type ContainerRange,
  type ContainerText,
  LogUnavailable,
  type MaybePromise,
} from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import type { ArchivedContainers } from "../store/postgres/archived-containers.ts";

/**
 * One index in two places: the newest containers in the node's own store, the others in the archive. Reads of the newest
 * containers do not need the archive's server.
 */
export class ArchivedLog implements ContainerLog, ContainerPages {
  readonly #tail: Containers;
  readonly #archive: ArchivedContainers;

  constructor(tail: Containers, archive: ArchivedContainers) {
    this.#tail = tail;
    this.#archive = archive;
  }

  count(): bigint {
    return this.#tail.count();
  }

  byIndex(index: bigint): MaybePromise<ContainerText | undefined> {
    return (
      this.#tail.byIndex(index) ??
      (this.#isArchived(index) ? this.#archive.byIndex(index) : undefined)
    );
  }

  byID(id: Id): MaybePromise<ContainerText | undefined> {
    return this.#tail.byID(id) ?? (this.#isArchived(0n) ? this.#archive.byID(id) : undefined);
  }

  indexOf(id: Id): MaybePromise<bigint | undefined> {
    return this.#tail.indexOf(id) ?? (this.#isArchived(0n) ? this.#archive.indexOf(id) : undefined);
  }

  async indicesOf(ids: readonly Id[]): Promise<readonly (bigint | undefined)[]> {
    const inTail = this.#tail.indicesOf(ids);
    const others = ids.filter((_, i) => inTail[i] === undefined);
    if (others.length === 0 || !this.#isArchived(0n)) return inTail;
    const inArchive = (await this.#archive.indicesOf(others))[Symbol.iterator]();
    return inTail.map((index) => index ?? inArchive.next().value);
  }

  lastAccepted(): ContainerText | undefined {
    return this.#tail.lastAccepted();
  }

  async range(startIndex: bigint, count: number): Promise<ContainerRange> {
    const first = this.#tail.first();
    if (startIndex >= first) return this.#tail.range(startIndex, count);
    const oldCount = min(BigInt(count), first - startIndex);
    const old = await this.#archive.range(startIndex, Number(oldCount));
    if (BigInt(old.count) < oldCount) {
      throw new LogUnavailable(`the archive has only ${old.count} of ${oldCount} containers`);
    }
    // Containers moved from the store to the archive during the read: try again.
    if (this.#tail.first() > first) return this.range(startIndex, count);
    const recent = this.#tail.range(first, count - old.count);
    if (recent.count === 0) return old;
    return {
      count: old.count + recent.count,
      byteLength: old.byteLength + 1 + recent.byteLength,
      *chunks() {
        yield* old.chunks();
        yield comma;
        yield* recent.chunks();
      },
    };
  }

  async *pages(): AsyncIterable<readonly ContainerText[]> {
    yield* this.#archive.pages(0n, this.#tail.first());
    yield* this.#tail.pages();
  }

  #isArchived(index: bigint): boolean {
    return index >= 0n && index < this.#tail.first();
  }
}

const comma = new Uint8Array([0x2c]);

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
