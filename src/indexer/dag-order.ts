import { spentTxIDs, vertexParentIDs, XChainDagError } from "../foreign-chains/x-chain-dag.ts";
import type { Id } from "../formats/bytes.ts";
import { ContainerError } from "./container-id.ts";

/** The indices of the X-chain before it was linear. Nodes fill them in an order of their own. */
export const dagPaths = ["X/tx", "X/vtx"] as const;
export type DagPath = (typeof dagPaths)[number];

/** The containers of a whole DAG by row, from 1 on; rows can be missing. A DAG can be larger than memory. */
export type StoredDag = {
  readonly rowMax: number;
  /** The next containers behind a row; none at the end. */
  readonly after: (row: number) => readonly DagMember[];
  /** Undefined for a container that is not in the DAG. */
  readonly rowOf: (id: Id) => number | undefined;
};

export type DagMember = { readonly row: number; readonly id: Id; readonly bytes: Uint8Array };

/**
 * Depths by row: the length of the longest chain of containers that one builds on. The order by depth and then by ID is
 * topological and the same on every node. `pause` lets other work run. Takes 20 bytes of memory for each container and 4 for
 * each of its parents. Throws ContainerError for invalid bytes.
 */
export async function dagDepths(
  path: DagPath,
  dag: StoredDag,
  pause: () => Promise<void>,
): Promise<Int32Array> {
  const parents = await parentRows(dag, parentIDsIn[path], pause);
  const depths = new Int32Array(dag.rowMax + 1).fill(unknown);
  for (let row = 1; row <= dag.rowMax; row++) {
    findDepth(row, parents, depths);
    if (row % pauseEvery === 0) await pause();
  }
  return depths;
}

const parentIDsIn: Readonly<Record<DagPath, (bytes: Uint8Array) => readonly Id[]>> = {
  "X/tx": spentTxIDs,
  "X/vtx": vertexParentIDs,
};

const unknown = -1;
const pauseEvery = 4_096;

/** The rows that each row builds on. Millions of small objects would take gigabytes. */
class ParentRows {
  /** By row, where its parents begin; those of the next row begin where they end. */
  readonly #starts: Int32Array;
  #rows = new Int32Array(1_024);
  #count = 0;
  #last = 0;

  constructor(rowMax: number) {
    this.#starts = new Int32Array(rowMax + 2);
  }

  /** Rows must come in order. */
  add(row: number, parents: Iterable<number>): void {
    this.#starts.fill(this.#count, this.#last + 1, row + 1);
    this.#last = row;
    for (const parent of parents) {
      if (this.#count === this.#rows.length) this.#grow();
      this.#rows[this.#count++] = parent;
    }
    this.#starts[row + 1] = this.#count;
  }

  of(row: number): Int32Array {
    if (row > this.#last) return new Int32Array();
    return this.#rows.subarray(this.#starts[row], this.#starts[row + 1]);
  }

  #grow(): void {
    const grown = new Int32Array(this.#rows.length * 2);
    grown.set(this.#rows);
    this.#rows = grown;
  }
}

async function parentRows(
  dag: StoredDag,
  parentIDsOf: (bytes: Uint8Array) => readonly Id[],
  pause: () => Promise<void>,
): Promise<ParentRows> {
  const parents = new ParentRows(dag.rowMax);
  for (let members = dag.after(0); members.length > 0; ) {
    for (const { row, bytes } of members) {
      const rows = readDag(() => parentIDsOf(bytes)).flatMap((id) => dag.rowOf(id) ?? []);
      parents.add(row, new Set(rows));
    }
    await pause();
    members = dag.after(members.at(-1)!.row);
  }
  return parents;
}

/** Without recursion: chains of transactions are long. */
function findDepth(row: number, parents: ParentRows, depths: Int32Array): void {
  const open = [row];
  while (open.length > 0) {
    const last = open.at(-1)!;
    const own = parents.of(last);
    const missing = own.filter((parent) => depths[parent] === unknown);
    if (depths[last] !== unknown || missing.length === 0) {
      open.pop();
      depths[last] = own.reduce((depth, parent) => Math.max(depth, depths[parent]! + 1), 0);
    } else for (const parent of missing) open.push(parent);
  }
}

function readDag<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof XChainDagError) throw new ContainerError(error.message);
    throw error;
  }
}
