import type { XChainTx } from "../../../src/foreign-chains/x-chain/tx.ts";
import { makeVertex, type Vertex } from "../../../src/foreign-chains/x-chain/vertex.ts";
import { type BytesKey, compareBytes, type Id, keyOf } from "../../../src/formats/bytes.ts";
import type { TransferableOutput } from "../../../src/pchain/components/outputs.ts";
import { payer } from "../transfers.ts";
import { unsignedXTx } from "./foreign-chain.ts";

export type TestDag = {
  readonly vertices: readonly Vertex[];
  readonly stopVertex: Vertex;
  /** Without repetition: some are in two vertices. */
  readonly txs: readonly XChainTx[];
};

export type TestDagOptions = {
  readonly networkID: number;
  readonly chainID: Id;
  readonly assetID: Id;
  readonly count: number;
  /** Where the last transaction exports to; it stays on the X-chain if absent. */
  readonly destinationChain?: Id;
};

/** How many vertices are on the same height. */
const width = 3;

/**
 * The DAG of an X-chain: each vertex builds on up to three of the height below and has transactions that spend from older ones.
 * Nobody verifies what they spend.
 */
export function makeDag(options: TestDagOptions): TestDag {
  const { chainID, count } = options;
  const vertices: Vertex[] = [];
  const txs: XChainTx[] = [];
  for (let number = 0; number < count; number++) {
    const height = Math.floor(number / width);
    const below = vertices.slice(Math.max(0, (height - 1) * width), height * width);
    const parents = below.filter((_, at) => at === number % width || (number + at) % 5 === 0);
    const own = [txOf(options, number, txs.at(-1 - (number % 7)))];
    // The same transaction may be in two vertices.
    const again = number % 11 === 0 ? txs.slice(-1) : [];
    txs.push(...own);
    vertices.push(vertexOf(chainID, height, parents, [...own, ...again]));
  }
  const last = vertices.slice(-2 * width);
  const stopVertex = makeVertex({
    kind: "StopVertex",
    chainID,
    height: BigInt(Math.ceil(count / width)),
    parentIDs: last.map(({ id }) => id).sort(compareBytes),
  });
  return { vertices: [...vertices, stopVertex], stopVertex, txs };
}

function vertexOf(
  chainID: Id,
  height: number,
  parents: readonly Vertex[],
  txs: readonly XChainTx[],
): Vertex {
  return makeVertex({
    kind: "Vertex",
    chainID,
    height: BigInt(height),
    epoch: 0,
    parentIDs: parents.map(({ id }) => id).sort(compareBytes),
    txs: [...txs].sort((a, b) => compareBytes(a.id, b.id)).map(({ bytes }) => bytes),
  });
}

function txOf(options: TestDagOptions, number: number, spent: XChainTx | undefined): XChainTx {
  const { networkID, chainID: blockchainID, assetID, count, destinationChain } = options;
  const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
  const output: TransferableOutput = {
    assetID,
    output: { kind: "TransferOutput", amount: BigInt(number + 1), ...owners },
  };
  const input = { kind: "TransferInput" as const, amount: 1n, signatureIndices: [0] };
  const inputs = spent === undefined ? [] : [{ txID: spent.id, outputIndex: 0, assetID, input }];
  const baseTx = { networkID, blockchainID, outputs: [output], inputs, memo: new Uint8Array() };
  if (number !== count - 1 || destinationChain === undefined) {
    return unsignedXTx({ kind: "BaseTx", baseTx });
  }
  return unsignedXTx({ kind: "ExportTx", baseTx, destinationChain, exportedOutputs: [output] });
}

/** What AvalancheGo sends for a vertex: it and its ancestors, breadth first. */
export class DagServer {
  readonly #vertices = new Map<BytesKey, Vertex>();
  readonly #countMax: number;
  /** How many requests came. */
  requests = 0;

  constructor({ vertices }: TestDag, countMax = 2_000) {
    for (const vertex of vertices) this.#vertices.set(keyOf(vertex.id), vertex);
    this.#countMax = countMax;
  }

  readonly vertices = (id: Id): readonly Uint8Array[] | undefined => {
    this.requests += 1;
    const queue = [id];
    const queued = new Set([keyOf(id)]);
    const found: Uint8Array[] = [];
    for (const next of queue) {
      const vertex = this.#vertices.get(keyOf(next));
      if (vertex === undefined || found.length >= this.#countMax) break;
      found.push(vertex.bytes);
      for (const parentID of vertex.parentIDs) {
        if (!queued.has(keyOf(parentID))) queue.push(parentID);
        queued.add(keyOf(parentID));
      }
    }
    return found.length === 0 ? undefined : found;
  };
}

/** Whether every member comes after those that it builds on. */
export function isTopological(ids: readonly Id[], parentIDsOf: (id: Id) => readonly Id[]): boolean {
  const seen = new Set<BytesKey>();
  const all = new Set(ids.map(keyOf));
  return ids.every((id) => {
    seen.add(keyOf(id));
    return parentIDsOf(id).every((parent) => seen.has(keyOf(parent)) || !all.has(keyOf(parent)));
  });
}
