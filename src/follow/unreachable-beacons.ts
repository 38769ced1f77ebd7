import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { formatIpPort } from "../p2p/ip-address.ts";
import type { Beacon } from "./follow-options.ts";

/** The delay before an address is logged a second time, doubled with each further one. */
const repeatMs = 60_000;
const repeatMaxMs = 3_600_000;

type Failure = {
  readonly reason: string;
  readonly sinceMillis: number;
  readonly loggedAtMillis: number;
  readonly delayMs: number;
};

export type UnreachableBeaconsOptions = {
  readonly beacons: readonly Beacon[];
  /** What else may be the reason. */
  readonly unreachableHint?: string | undefined;
  readonly nowMillis: () => number;
  readonly onWarning: (message: string) => void;
};

/** The beacons that this node cannot connect to, and why: it cannot begin before enough of them are connected. */
export class UnreachableBeacons {
  readonly #options: UnreachableBeaconsOptions;
  readonly #beacons: ReadonlyMap<BytesKey, Beacon>;
  readonly #failures = new Map<BytesKey, Failure>();

  constructor(options: UnreachableBeaconsOptions) {
    this.#options = options;
    this.#beacons = new Map(options.beacons.map((beacon) => [keyOf(beacon.nodeID), beacon]));
  }

  /** An attempt to connect failed. Logs it if it is the first one, has another reason, or the last line is long ago. */
  failed(nodeID: NodeId, reason: string): void {
    const key = keyOf(nodeID);
    const beacon = this.#beacons.get(key);
    if (beacon === undefined) return;
    const now = this.#options.nowMillis();
    const before = this.#failures.get(key);
    const isNew = before === undefined || before.reason !== reason;
    if (!isNew && now < before.loggedAtMillis + before.delayMs) return;
    const sinceMillis = before?.sinceMillis ?? now;
    const delayMs = isNew ? repeatMs : Math.min(before.delayMs * 2, repeatMaxMs);
    this.#failures.set(key, { reason, sinceMillis, loggedAtMillis: now, delayMs });
    const trying = isNew ? "trying again" : `trying for ${minutesText(now - sinceMillis)}`;
    this.#options.onWarning(
      `couldn't connect to the bootstrapper ${textOf(beacon, reason)}; ${trying}${this.#hint()}`,
    );
  }

  connected(nodeID: NodeId): void {
    this.#failures.delete(keyOf(nodeID));
  }

  /** Names all of them with the reasons, for health; undefined if there are none. */
  warning(): string | undefined {
    if (this.#failures.size === 0) return undefined;
    const texts = [...this.#failures].map(([key, { reason }]) =>
      textOf(this.#beacons.get(key)!, reason),
    );
    return `no connection to ${texts.length} of ${this.#beacons.size} bootstrappers: ${texts.join(", ")}${this.#hint()}`;
  }

  #hint(): string {
    const { unreachableHint } = this.#options;
    return unreachableHint === undefined ? "" : `; ${unreachableHint}`;
  }
}

function textOf({ nodeID, address }: Beacon, reason: string): string {
  return `${formatNodeId(nodeID)} at ${formatIpPort(address)} (${withoutAddress(reason)})`;
}

/** Node's messages repeat the address: `connect ECONNREFUSED 127.0.0.1:9651`. */
function withoutAddress(reason: string): string {
  return reason.replace(/^(connect E[A-Z]+) .*$/, "$1");
}

function minutesText(spanMs: number): string {
  const minutes = Math.round(spanMs / 60_000);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
