import { equalBytes, type Id } from "../formats/bytes.ts";

/** The containers of a chain that this node has accepted, by height. */
export interface AcceptedContainers {
  lastHeight(): bigint;
  /** Undefined while the node has none, not even the genesis block. */
  lastID(): Id | undefined;
  /** Undefined for a height that is not accepted, and for a container that this node does not keep. */
  idAt(height: bigint): Id | undefined;
  bytesAt(height: bigint): Uint8Array | undefined;
  /** Undefined for a container that is not accepted. */
  heightOf(id: Id): bigint | undefined;
}

/** A chain without blocks: only the ID of its genesis block is accepted. Every node has that block itself. */
export function genesisOnly(genesisID: Id): AcceptedContainers {
  return {
    lastHeight: () => 0n,
    lastID: () => genesisID,
    idAt: (height) => (height === 0n ? genesisID : undefined),
    bytesAt: () => undefined,
    heightOf: (id) => (equalBytes(id, genesisID) ? 0n : undefined),
  };
}
