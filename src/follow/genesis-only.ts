import { equalBytes, type Id } from "../formats/bytes.ts";
import type { AcceptedContainers } from "./accepted-containers.ts";

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
