import { spentTxIDs, vertexHeight, XChainDagError } from "../foreign-chains/x-chain-dag.ts";
import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import { ContainerError } from "./container-id.ts";

/** The indices of the X-chain before it was linear. Nodes fill them in an order of their own. */
export const dagPaths = ["X/tx", "X/vtx"] as const;
export type DagPath = (typeof dagPaths)[number];

/** The containers of a whole DAG by row, from 1 on; rows can be missing. A DAG can be larger than memory. */
export type StoredDag = {
  readonly rowMax: number;
  /** The next containers behind a row; none at the end. */
  readonly after: (row: number) => readonly DagMember[];
};

export type DagMember = { readonly row: number; readonly id: Id; readonly bytes: Uint8Array };

/**
 * Depths by row: each container is deeper than those that it builds on, so the order by depth and then by ID is topological
 * and the same on every node. `pause` lets other work run. Throws ContainerError for invalid bytes.
 */
export function dagDepths(
  path: DagPath,
  dag: StoredDag,
  pause: () => Promise<void>,
): Promise<Int32Array> {
  return path === "X/vtx" ? vertexDepths(dag, pause) : txDepths(dag, pause);
}

async function vertexDepths(dag: StoredDag, pause: () => Promise<void>): Promise<Int32Array> {
  const depths = new Int32Array(dag.rowMax + 1);
  await eachMember(dag, pause, ({ row, bytes }) => {
    depths[row] = Number(readDag(() => vertexHeight(bytes)));
  });
  return depths;
}

const unknown = -1;

/** The length of the longest chain of transactions that one depends on. */
async function txDepths(dag: StoredDag, pause: () => Promise<void>): Promise<Int32Array> {
  const rows = new Map<BytesKey, number>();
  await eachMember(dag, pause, ({ row, id }) => rows.set(keyOf(id), row));
  // Arrays of rows, because millions of small objects would take gigabytes.
  const parents: number[] = [];
  const firsts = new Int32Array(dag.rowMax + 1);
  const ends = new Int32Array(dag.rowMax + 1);
  await eachMember(dag, pause, ({ row, bytes }) => {
    firsts[row] = parents.length;
    for (const spent of new Set(readDag(() => spentTxIDs(bytes)).map(keyOf))) {
      const parent = rows.get(spent);
      if (parent !== undefined) parents.push(parent);
    }
    ends[row] = parents.length;
  });
  const depths = new Int32Array(dag.rowMax + 1).fill(unknown);
  let count = 0;
  for (const row of rows.values()) {
    findDepth(row, (each) => parents.slice(firsts[each], ends[each]), depths);
    count += 1;
    if (count % pauseEvery === 0) await pause();
  }
  return depths;
}

const pauseEvery = 4_096;

/** Without recursion: chains of transactions are long. */
function findDepth(
  row: number,
  parentsOf: (row: number) => readonly number[],
  depths: Int32Array,
): void {
  const open = [row];
  while (open.length > 0) {
    const last = open.at(-1)!;
    const parents = parentsOf(last);
    const missing = parents.filter((parent) => depths[parent] === unknown);
    if (depths[last] !== unknown || missing.length === 0) {
      open.pop();
      depths[last] = parents.reduce((depth, parent) => Math.max(depth, depths[parent]! + 1), 0);
    } else open.push(...missing);
  }
}

async function eachMember(
  dag: StoredDag,
  pause: () => Promise<void>,
  visit: (member: DagMember) => void,
): Promise<void> {
  for (let members = dag.after(0); members.length > 0; ) {
    for (const member of members) visit(member);
    await pause();
    members = dag.after(members.at(-1)!.row);
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
