import { equalBytes, type Id } from "../../formats/bytes.ts";
import { decodeBytes } from "../../formats/encoding.ts";
import { parseId } from "../../formats/id.ts";
import { parseContainer } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import type { AcceptedContainers } from "../accepted-containers.ts";
import type { Tip } from "../walks.ts";
import type { ChainStart } from "./chain-start.ts";

/** The stored containers of a chain that is not executed: an index, which begins at a height, and the genesis block's ID. */
export class LoggedContainers implements AcceptedContainers {
  readonly #log: Containers;
  readonly #start: ChainStart;
  readonly #genesisID: Id | undefined;
  #last: { readonly count: bigint; readonly id: Id } | undefined;

  constructor(log: Containers, start: ChainStart, genesisID: Id | undefined) {
    this.#log = log;
    this.#start = start;
    this.#genesisID = genesisID;
  }

  tip(): Tip {
    const height = this.lastHeight();
    const id = this.lastID();
    return id === undefined ? { height, id: new Uint8Array(32), isOpen: true } : { height, id };
  }

  lastHeight(): bigint {
    return this.#start.height() + this.#log.count() - 1n;
  }

  lastID(): Id | undefined {
    const count = this.#log.count();
    if (count === 0n) return this.#start.height() === 1n ? this.#genesisID : undefined;
    if (this.#last?.count === count) return this.#last.id;
    const id = this.#log.lastID()!;
    this.#last = { count, id };
    return id;
  }

  idAt(height: bigint): Id | undefined {
    if (height === 0n) return this.#start.height() === 1n ? this.#genesisID : undefined;
    const text = this.#textAt(height);
    return text === undefined ? undefined : parseId(parseContainer(text).id);
  }

  bytesAt(height: bigint): Uint8Array | undefined {
    const text = this.#textAt(height);
    return text === undefined ? undefined : decodeBytes(parseContainer(text).bytes, "hex");
  }

  heightOf(id: Id): bigint | undefined {
    const genesisID = this.#start.height() === 1n ? this.#genesisID : undefined;
    if (genesisID !== undefined && equalBytes(id, genesisID)) return 0n;
    const index = this.#log.indexOf(id);
    return index === undefined ? undefined : index + this.#start.height();
  }

  #textAt(height: bigint): string | undefined {
    return this.#log.byIndex(height - this.#start.height());
  }
}
