import type { Node } from "../node/node.ts";

type StoredChainProgress = ReturnType<Node["storedChains"]>[number];

/** Whether a chain has containers to fetch or store from before the network's tip. */
export function isStoring({ progress, dag }: StoredChainProgress): boolean {
  return progress.phase === "bootstrapping" || isDagMoving(dag);
}

function isDagMoving(dag: StoredChainProgress["dag"]): boolean {
  return dag?.phase === "fetching" || dag?.phase === "ordering" || dag?.phase === "storing";
}

/** How many vertices a DAG has is known at its end. */
export function storedShare({ progress, startHeight = 1n }: StoredChainProgress): number {
  const { height, networkHeight, phase } = progress;
  if (phase !== "bootstrapping" || networkHeight === undefined) return 0;
  const all = Number(networkHeight - startHeight) + 1;
  return all <= 0 ? 0 : (Number(height - startHeight) + 1) / all;
}

/** `C-chain: block 1,200 of 25,000, 3,000 blocks/s`, or `X-chain's DAG: fetching, 40,000 vertices, 2,000/s` */
export function storedText({ chain, progress, dag }: StoredChainProgress): string {
  const count = (value: bigint | number) => value.toLocaleString("en");
  const { phase, height, networkHeight, executedPerSecond } = progress;
  if (phase !== "bootstrapping" && dag !== undefined) {
    const pace = `${count(Math.round(dag.fetchedPerSecond))}/s`;
    return `${chain}-chain's DAG: ${dag.phase}, ${count(dag.vertices)} vertices, ${pace}`;
  }
  const of = networkHeight === undefined ? "" : ` of ${count(networkHeight)}`;
  const pace = `${count(Math.round(executedPerSecond))} blocks/s`;
  return `${chain}-chain: block ${count(height)}${of}, ${pace}`;
}

/** The same for a line of the log. */
export function storedFields({ chain, progress, dag }: StoredChainProgress) {
  const { height, networkHeight, executedPerSecond } = progress;
  return {
    chain,
    height: height.toString(),
    ...(networkHeight !== undefined && { networkHeight: networkHeight.toString() }),
    blocksPerSecond: Math.round(executedPerSecond),
    ...(isDagMoving(dag) && {
      dag: dag!.phase,
      vertices: dag!.vertices,
      verticesPerSecond: Math.round(dag!.fetchedPerSecond),
    }),
  };
}
