import { type BytesKey, keyOf, type NodeId, type ShortId } from "../../formats/bytes.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import { formatNodeId, parseNodeId } from "../../formats/node-id.ts";
import type { ValidatorUptimes } from "../../handlers/context.ts";
import type { Metadata } from "../../store/metadata.ts";
import type { ClockSetting, NodeClock } from "../clock.ts";

/** As they are stored: JSON. */
type Stored = {
  /** Absent if the clock is the machine's. */
  readonly clock?: { readonly offsetMillis: number; readonly frozenMillis?: number };
  /** Percent by node ID. */
  readonly uptimes: Readonly<Record<string, number>>;
  /** Hex of addresses. */
  readonly impersonated: readonly string[];
  /** How many UTXOs dev.fund created. */
  readonly fundingCount: number;
  readonly accountsCredited?: boolean;
};

const metadataKey = "dev-settings";
const none: Stored = { uptimes: {}, impersonated: [], fundingCount: 0 };

/** What a developer has set on a chain. The store holds it, so that snapshots and dumps include it. */
export class DevSettings {
  readonly #metadata: Metadata;
  #stored: Stored = none;
  #impersonated: ReadonlySet<BytesKey> = new Set();
  #uptimes: ReadonlyMap<BytesKey, number> = new Map();

  constructor(metadata: Metadata) {
    this.#metadata = metadata;
    this.reload();
  }

  /** Reads the settings again after the store changed. */
  reload(): void {
    const text = this.#metadata.getText(metadataKey);
    this.#take(text === undefined ? none : (parseJson(text) as unknown as Stored));
  }

  clock(): ClockSetting | undefined {
    const { clock } = this.#stored;
    return clock && { offsetMillis: clock.offsetMillis, frozenMillis: clock.frozenMillis };
  }

  keepClock(clock: NodeClock): void {
    const { offsetMillis, frozenMillis } = clock.setting();
    this.#write({
      clock: { offsetMillis, ...(frozenMillis !== undefined && { frozenMillis }) },
    });
  }

  /** 0 to 1; undefined if none is set. */
  uptime(nodeID: NodeId): number | undefined {
    const percentage = this.#uptimes.size === 0 ? undefined : this.#uptimes.get(keyOf(nodeID));
    return percentage === undefined ? undefined : percentage / 100;
  }

  setUptime(nodeID: NodeId, percentage: number): void {
    this.#write({ uptimes: { ...this.#stored.uptimes, [formatNodeId(nodeID)]: percentage } });
  }

  readonly impersonates = (address: ShortId): boolean =>
    this.#impersonated.size > 0 && this.#impersonated.has(keyOf(address));

  impersonated(): readonly ShortId[] {
    return this.#stored.impersonated.map(parseHex);
  }

  impersonate(addresses: readonly ShortId[], enabled: boolean): void {
    const texts = addresses.map(formatHex);
    const others = this.#stored.impersonated.filter((text) => !texts.includes(text));
    this.#write({ impersonated: enabled ? [...others, ...new Set(texts)] : others });
  }

  get areAccountsCredited(): boolean {
    return this.#stored.accountsCredited === true;
  }

  noteAccountsCredited(): void {
    this.#write({ accountsCredited: true });
  }

  /** Whether the dev API created UTXOs, which no block explains. */
  get hasFundings(): boolean {
    return this.#stored.fundingCount > 0;
  }

  /** Returns the number of the next UTXO that dev.fund creates, 0 for the first. */
  countFunding(): number {
    const { fundingCount } = this.#stored;
    this.#write({ fundingCount: fundingCount + 1 });
    return fundingCount;
  }

  #write(change: Partial<Stored>): void {
    const stored = { ...this.#stored, ...change };
    this.#metadata.setText(metadataKey, JSON.stringify(stored));
    this.#take(stored);
  }

  #take(stored: Stored): void {
    this.#stored = stored;
    this.#impersonated = new Set(stored.impersonated.map((text) => keyOf(parseHex(text))));
    this.#uptimes = new Map(
      Object.entries(stored.uptimes).map(([text, percentage]) => [
        keyOf(parseNodeId(text)),
        percentage,
      ]),
    );
  }
}

/** The uptimes that a developer set, otherwise those that the node measured. */
export function devUptimes(settings: DevSettings, seen: ValidatorUptimes): ValidatorUptimes {
  return {
    uptime: (nodeID, startTime) => settings.uptime(nodeID) ?? seen.uptime(nodeID, startTime),
    isConnected: (nodeID) => {
      const set = settings.uptime(nodeID);
      return set === undefined ? seen.isConnected(nodeID) : set > 0;
    },
  };
}
