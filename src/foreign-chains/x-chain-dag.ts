import type { Id } from "../formats/bytes.ts";

/** Bytes that are not a vertex or a transaction of the X-chain. */
export class XChainDagError extends Error {
  override readonly name = "XChainDagError";
}

const versionBytes = 2;
const idBytes = 32;
const heightBytes = 8;
const epochBytes = 4;

/** The vertices that a vertex builds on. avalanchego snow/engine/avalanche/vertex/stateless_vertex.go @ v1.12.1 */
export function vertexParentIDs(bytes: Uint8Array): readonly Id[] {
  const reader = new DagReader(bytes);
  const isStopVertex = reader.u16() === 1;
  reader.skip(idBytes + heightBytes);
  if (!isStopVertex) reader.skip(epochBytes);
  return reader.list(() => reader.fixed(idBytes));
}

/**
 * IDs of the transactions of the X-chain whose outputs a transaction spends, also those of assets that it operates on.
 * avalanchego vms/avm/txs/operation_tx.go @ v1.12.1
 */
export function spentTxIDs(bytes: Uint8Array): readonly Id[] {
  const reader = new DagReader(bytes);
  reader.skip(versionBytes);
  const typeID = reader.u32();
  if (typeID > exportTx) throw new XChainDagError(`unknown type ${typeID} of transaction`);
  const spent = baseTxInputs(reader);
  return typeID === operationTx ? [...spent, ...operationInputs(reader)] : spent;
}

/** Type IDs of the X-chain's codec. avalanchego vms/avm/txs/parser.go @ v1.12.1 */
const operationTx = 2;
const exportTx = 4;
const types = {
  transferInput: 5,
  transferOutput: 7,
  mintOperation: 8,
  nftMintOperation: 12,
  nftTransferOperation: 13,
  propertyMintOperation: 17,
  propertyBurnOperation: 18,
} as const;

function baseTxInputs(reader: DagReader): Id[] {
  reader.skip(4 + idBytes);
  reader.list(() => {
    reader.skip(idBytes);
    reader.expectType(types.transferOutput);
    reader.skip(8);
    skipOwners(reader);
  });
  const spent = reader.list(() => {
    const txID = reader.fixed(idBytes);
    reader.skip(4 + idBytes);
    reader.expectType(types.transferInput);
    reader.skip(8);
    skipSignatures(reader);
    return txID;
  });
  reader.skip(reader.u32());
  return spent;
}

function operationInputs(reader: DagReader): Id[] {
  return reader
    .list(() => {
      reader.skip(idBytes);
      const spent = reader.list(() => {
        const txID = reader.fixed(idBytes);
        reader.skip(4);
        return txID;
      });
      skipOperation(reader);
      return spent;
    })
    .flat();
}

/** avalanchego vms/secp256k1fx/mint_operation.go @ v1.12.1, and the operations of vms/nftfx and vms/propertyfx */
function skipOperation(reader: DagReader): void {
  const typeID = reader.u32();
  skipSignatures(reader);
  const skip = operationBodies[typeID];
  if (skip === undefined) throw new XChainDagError(`unknown type ${typeID} of operation`);
  skip(reader);
}

/** By type ID, what follows the signatures. */
const operationBodies: Readonly<Record<number, (reader: DagReader) => void>> = {
  [types.mintOperation]: (reader) => {
    skipOwners(reader);
    reader.skip(8);
    skipOwners(reader);
  },
  [types.nftMintOperation]: (reader) => {
    reader.skip(4);
    reader.skip(reader.u32());
    reader.list(() => skipOwners(reader));
  },
  [types.nftTransferOperation]: (reader) => {
    reader.skip(4);
    reader.skip(reader.u32());
    skipOwners(reader);
  },
  [types.propertyMintOperation]: (reader) => {
    skipOwners(reader);
    skipOwners(reader);
  },
  [types.propertyBurnOperation]: () => {},
};

/** Locktime, threshold and addresses. */
function skipOwners(reader: DagReader): void {
  reader.skip(8 + 4);
  reader.skip(20 * reader.u32());
}

function skipSignatures(reader: DagReader): void {
  reader.skip(4 * reader.u32());
}

class DagReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4));
  }

  u16(): number {
    return this.#view.getUint16(this.skip(2));
  }

  fixed(length: number): Uint8Array {
    const start = this.skip(length);
    return this.#bytes.slice(start, start + length);
  }

  list<T>(read: () => T): T[] {
    const length = this.u32();
    // Each element has at least one byte, so a length that is not true ends at the end of the bytes.
    return Array.from({ length: Math.min(length, this.#bytes.length) }, read);
  }

  expectType(expected: number): void {
    const typeID = this.u32();
    if (typeID !== expected) throw new XChainDagError(`type ${typeID} instead of ${expected}`);
  }

  /** Returns where the skipped bytes begin. */
  skip(length: number): number {
    const start = this.#offset;
    if (length > this.#bytes.length - start) throw new XChainDagError("too short");
    this.#offset = start + length;
    return start;
  }
}
