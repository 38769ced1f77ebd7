import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../crypto/hash.ts";
import { formatHex, parseHex } from "../formats/hex.ts";
import { formatId } from "../formats/id.ts";
import { parseJson } from "../formats/json.ts";
import { formatTimeNanos } from "../formats/time.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { Acceptor, Disagreement, ExecutionMode } from "./acceptor.ts";
import { type BlockForm, type Container, pChainForm, readContainer } from "./container.ts";

/** Why following stopped for good, and the file with everything needed to find out why. */
export type Halt = {
  readonly reason: string;
  readonly report: string;
  /** The history refutes the snapshot that the store was started from, which nothing can repair. */
  readonly isRefuted?: true;
  /** The block is that of a dev node that is not followable, so the engine is right. */
  readonly isOfDevNode?: true;
};

type HaltRecord = Halt & {
  readonly mode: ExecutionMode;
  /** Hex of the containers to execute again: an open proposal, and the one that the engine rejected. */
  readonly containers: readonly string[];
};

export type HaltsOptions = {
  readonly store: ChainStore;
  /** The P-chain if absent. */
  readonly form?: BlockForm;
  readonly acceptor: Pick<Acceptor, "accept" | "tip"> & {
    /** The container of a proposal that waits for its option. */
    readonly openProposal?: () => Container | undefined;
  };
  /** For the reports; created if necessary. */
  readonly folder: string;
  readonly nowMillis: () => number;
};

/**
 * Remembers that the engine disagreed with the network, so that a restart does not forget it. An update that fixes the
 * engine continues: each start executes the rejected container again.
 */
export class Halts {
  readonly #options: HaltsOptions;
  readonly #form: BlockForm;
  readonly #key: string;

  constructor(options: HaltsOptions) {
    this.#options = options;
    this.#form = options.form ?? pChainForm;
    const { chain } = this.#form;
    this.#key = chain === "P" ? "follow-halt" : `follow-halt-${chain.toLowerCase()}`;
  }

  /** The halt of an earlier process, unless the engine accepts the container now; it is on the chain then. */
  before(): Halt | undefined {
    const { store, acceptor } = this.#options;
    const text = store.metadata.getText(this.#key);
    if (text === undefined) return undefined;
    const { reason, report, mode, containers, isRefuted, isOfDevNode } = parseJson(
      text,
    ) as unknown as HaltRecord;
    if (isRefuted === true) return { reason, report, isRefuted };
    try {
      for (const hex of containers) {
        acceptor.accept(readContainer(parseHex(hex), this.#form), mode);
      }
    } catch (error) {
      if (error instanceof Rejection) {
        return { reason, report, ...(isOfDevNode && { isOfDevNode }) };
      }
      throw error;
    }
    store.metadata.delete(this.#key);
    return undefined;
  }

  /** Writes the report and marks the store. */
  record({ container, mode, message: reason }: Disagreement, isOfDevNode = false): Halt {
    const { store, acceptor, nowMillis } = this.#options;
    const proposal = acceptor.openProposal?.();
    const containers = [...(proposal === undefined ? [] : [proposal]), container];
    const { chain } = this.#form;
    const prefix = chain === "P" ? "halt" : `halt-${chain.toLowerCase()}`;
    const name = `${prefix}-${container.height}-${nowMillis()}.json`;
    const report = this.#writeReport(name, this.#report(containers, mode, reason));
    const halt: Halt = { reason, report, ...(isOfDevNode && { isOfDevNode }) };
    const record: HaltRecord = {
      ...halt,
      mode,
      containers: containers.map(({ bytes }) => formatHex(bytes)),
    };
    store.metadata.setText(this.#key, JSON.stringify(record));
    return halt;
  }

  /** Writes a report about the chain as a whole. The store is not marked: a start finds the reason again, unless it is over. */
  reportUnfounded(reason: string, content: object): Halt {
    const { store, nowMillis } = this.#options;
    const time = formatTimeNanos(BigInt(nowMillis()) * 1_000_000n);
    const network = store.identity()?.networkName;
    const report = this.#writeReport(`halt-import-${nowMillis()}.json`, {
      time,
      network,
      reason,
      ...content,
    });
    return { reason, report };
  }

  /** Writes the report and marks the store; `note` is recorded together with the mark. */
  recordRefuted(reason: string, content: object, note: () => void): Halt {
    const { store, nowMillis } = this.#options;
    const time = formatTimeNanos(BigInt(nowMillis()) * 1_000_000n);
    const network = store.identity()?.networkName;
    const report = this.#writeReport(`snapshot-${nowMillis()}.json`, {
      time,
      network,
      reason,
      ...content,
    });
    const record: HaltRecord = { reason, report, mode: "trusted", containers: [], isRefuted: true };
    store.together(() => {
      store.metadata.setText(this.#key, JSON.stringify(record));
      note();
    });
    return { reason, report, isRefuted: true };
  }

  #writeReport(name: string, content: object): string {
    const { folder } = this.#options;
    mkdirSync(folder, { recursive: true });
    const report = join(folder, name);
    writeFileSync(report, `${JSON.stringify(content, null, 2)}\n`);
    return report;
  }

  #report(containers: readonly Container[], mode: ExecutionMode, rejection: string) {
    const { store, acceptor, nowMillis } = this.#options;
    const last = store.blocks.lastAccepted();
    const tip = acceptor.tip();
    return {
      what: "The network accepted a block that this node rejects.",
      chain: this.#form.chain,
      time: formatTimeNanos(BigInt(nowMillis()) * 1_000_000n),
      network: store.identity()?.networkName,
      rejection,
      mode,
      rejected: describe(containers.at(-1)!),
      /** A proposal is executed together with its option. */
      openProposal: containers.slice(0, -1).map(describe)[0],
      tip: { height: Number(tip.height), containerID: formatId(tip.id) },
      lastAccepted: { height: Number(last.height), blockID: formatId(last.id) },
      stateDigest: formatHex(store.digest()),
    };
  }
}

function describe({ height, id, parentID, bytes, block }: Container) {
  return {
    height: Number(height),
    containerID: formatId(id),
    parentContainerID: formatId(parentID),
    blockID: formatId(sha256(block)),
    container: formatHex(bytes),
    block: formatHex(block),
  };
}
