import { spentTxIDs, vertexHeight, XChainDagError } from "../foreign-chains/x-chain-dag.ts";
import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import { ContainerError } from "./container-id.ts";

/** The indices of the X-chain before it was linear. Nodes fill them in an order of their own. */
export const dagPaths = ["X/tx", "X/vtx"] as const;
export type DagPath = (typeof dagPaths)[number];

type Member = { readonly id: Id; readonly bytes: Uint8Array };

/**
 * Depths of the containers of a whole DAG: each is deeper than those that it builds on, so their order by depth and then by
 * ID is topological and the same on every node. Throws ContainerError for invalid bytes.
 */
export function dagDepths(
  path: DagPath,
  members: Iterable<Member>,
): readonly { readonly id: Id; readonly depth: number }[] {
  return path === "X/vtx" ? vertexDepths(members) : txDepths(members);
}

function vertexDepths(members: Iterable<Member>) {
  return [...readEach(members, (bytes) => Number(vertexHeight(bytes)))].map(([id, depth]) => ({
    id,
    depth,
  }));
}

/** The length of the longest chain of transactions that one depends on. */
function txDepths(members: Iterable<Member>) {
  const parents = new Map<BytesKey, readonly BytesKey[]>();
  const ids: Id[] = [];
  for (const [id, spent] of readEach(members, spentTxIDs)) {
    ids.push(id);
    parents.set(keyOf(id), [...new Set(spent.map(keyOf))]);
  }
  const depths = new Map<BytesKey, number>();
  for (const id of ids) findDepth(keyOf(id), parents, depths);
  return ids.map((id) => ({ id, depth: depths.get(keyOf(id))! }));
}

/** Without recursion: chains of transactions are long. */
function findDepth(
  key: BytesKey,
  parents: ReadonlyMap<BytesKey, readonly BytesKey[]>,
  depths: Map<BytesKey, number>,
): void {
  const open = [key];
  while (open.length > 0) {
    const last = open.at(-1)!;
    const known = (parents.get(last) ?? []).filter((parent) => parents.has(parent));
    const missing = known.filter((parent) => !depths.has(parent));
    if (depths.has(last) || missing.length === 0) {
      open.pop();
      depths.set(last, 1 + Math.max(-1, ...known.map((parent) => depths.get(parent)!)));
    } else open.push(...missing);
  }
}

function* readEach<T>(
  members: Iterable<Member>,
  read: (bytes: Uint8Array) => T,
): Iterable<readonly [Id, T]> {
  for (const { id, bytes } of members) {
    try {
      yield [id, read(bytes)];
    } catch (error) {
      if (error instanceof XChainDagError) throw new ContainerError(error.message);
      throw error;
    }
  }
}
