import { equalBytes, type Id } from "../formats/bytes.ts";
import { decodeBytes } from "../formats/encoding.ts";
import { parseId } from "../formats/id.ts";
import type { Indexer } from "../indexer/indexer.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { parseContainer } from "../store/container-log.ts";
import type { AcceptedContainers } from "./accepted-containers.ts";

/** The P-chain's containers that this node has accepted: the genesis block, then the log of the index. */
export class OwnContainers implements AcceptedContainers {
  readonly #store: ChainStore;
  readonly #log: Indexer["logs"]["P/block"];
  readonly #genesis: { readonly id: Id; readonly bytes: Uint8Array };

  constructor(store: ChainStore, indexer: Indexer) {
    const genesis = store.blocks.byHeight(0n);
    if (genesis === undefined) throw new Error("The chain has no genesis block.");
    this.#store = store;
    this.#log = indexer.logs["P/block"];
    this.#genesis = genesis;
  }

  lastHeight(): bigint {
    return this.#store.blocks.lastAccepted().height;
  }

  lastID(): Id {
    return this.idAt(this.lastHeight()) ?? this.#store.blocks.lastAccepted().id;
  }

  /** Undefined above the last accepted height, and for a container that was moved away. */
  idAt(height: bigint): Id | undefined {
    if (height === 0n) return this.#genesis.id;
    const text = this.#textAt(height);
    return text === undefined ? undefined : parseId(parseContainer(text).id);
  }

  bytesAt(height: bigint): Uint8Array | undefined {
    if (height === 0n) return this.#genesis.bytes;
    const text = this.#textAt(height);
    return text === undefined ? undefined : decodeBytes(parseContainer(text).bytes, "hex");
  }

  /** Undefined for a container that is not accepted. */
  heightOf(id: Id): bigint | undefined {
    if (equalBytes(id, this.#genesis.id)) return 0n;
    const index = this.#log.indexOf(id);
    return index === undefined || index >= this.lastHeight() ? undefined : index + 1n;
  }

  /** An import may have brought containers that are not executed yet. */
  #textAt(height: bigint): string | undefined {
    if (height > this.lastHeight()) return undefined;
    return this.#log.byIndex(height - 1n);
  }
}
