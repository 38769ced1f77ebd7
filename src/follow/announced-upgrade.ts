import { keyOf } from "../formats/bytes.ts";
import { formatTime } from "../formats/time.ts";
import type { Upgrades } from "../networks/network.ts";
import { never } from "../networks/upgrades.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import type { Metadata } from "../store/metadata.ts";
import type { Stakes } from "./attestation.ts";

const metadataKey = "follow-unknown-upgrade";
/** Name and time in the schedule of the upstreams; absent if peers announced it. */
const entryKey = "follow-unknown-upgrade-entry";

export type AnnouncedUpgradeOptions = {
  readonly metadata: Pick<Metadata, "getText" | "setText" | "delete">;
  /** Unix seconds of the newest upgrade whose rules the engine has. */
  readonly knownTime: bigint;
  /** The schedule of this node. */
  readonly upgrades: Upgrades;
  readonly announcedBy: "peers" | "upstreams";
};

/** An upgrade in the schedule of the network: its name as in info.upgrades without `Time`, and its Unix seconds. */
export type ScheduledUpgrade = { readonly name: string; readonly scheduledAt: bigint };

type Announcement = Pick<PeerInfo, "nodeID" | "upgradeTime">;

/**
 * An upgrade that more than half of the stake announces in its handshakes, or that a majority of the upstreams lists, and
 * this program does not know. It is stored, so that a restart alone does not execute blocks by the wrong rules. avalanchego node/node.go
 * (upgradeTimeHealthCheck) @ v1.15.0-fuji
 */
export class AnnouncedUpgrade {
  readonly #options: AnnouncedUpgradeOptions;
  #time: bigint | undefined;
  #entry: ScheduledUpgrade | undefined;

  constructor(options: AnnouncedUpgradeOptions) {
    const { metadata, knownTime, upgrades } = options;
    this.#options = options;
    const stored = metadata.getText(metadataKey);
    if (stored === undefined) return;
    const [name, scheduledAt] = metadata.getText(entryKey)?.split(" ") ?? [];
    const entry =
      name === undefined || scheduledAt === undefined
        ? undefined
        : { name, scheduledAt: BigInt(scheduledAt) };
    const isKnown =
      entry === undefined
        ? BigInt(stored) <= knownTime
        : upgrades[entry.name as keyof Upgrades] === entry.scheduledAt;
    this.#time = BigInt(stored);
    this.#entry = entry;
    if (isKnown) this.set(undefined);
  }

  /** Unix seconds from which on blocks follow rules that this program does not know; undefined if there is none. */
  get time(): bigint | undefined {
    return this.#time;
  }

  get warning(): string | undefined {
    if (this.#time === undefined) return undefined;
    const { announcedBy, upgrades } = this.#options;
    if (this.#entry === undefined) {
      return `${announcedBy} announce an upgrade at ${formatTime(this.#time)} that this version does not know: update Couloir`;
    }
    return `${announcedBy} announce ${textOf(this.#entry, upgrades)}`;
  }

  /** Takes what connected peers announce. Without half of the stake among them it stays as it was. */
  observe(peers: readonly Announcement[], stakes: Stakes): void {
    const isMajority = (stake: bigint) => stake * 2n > stakes.total;
    if (!isMajority(stakeOf(peers, stakes))) return;
    const times = new Set(peers.map(({ upgradeTime }) => upgradeTime).filter(this.#isUnknown));
    const announced = [...times].find((time) =>
      isMajority(
        stakeOf(
          peers.filter((peer) => peer.upgradeTime === time),
          stakes,
        ),
      ),
    );
    if (announced !== this.#time) this.set(announced);
  }

  /** Takes what was decided: where the known rules end, and the entry of the schedule that says so. */
  set(time: bigint | undefined, entry?: ScheduledUpgrade): void {
    const { metadata } = this.#options;
    const isSame =
      entry?.name === this.#entry?.name && entry?.scheduledAt === this.#entry?.scheduledAt;
    if (time === this.#time && isSame) return;
    this.#time = time;
    this.#entry = entry;
    if (entry === undefined) metadata.delete(entryKey);
    else metadata.setText(entryKey, `${entry.name} ${entry.scheduledAt}`);
    if (time === undefined) metadata.delete(metadataKey);
    else metadata.setText(metadataKey, time.toString());
  }

  /** A node announces an upgrade that is not scheduled with the time of `never`. */
  readonly #isUnknown = (time: bigint) => time > this.#options.knownTime && time < never;
}

/** How an entry of the network's schedule differs from this node's, and what to do. */
export function textOf({ name, scheduledAt }: ScheduledUpgrade, upgrades: Upgrades): string {
  const upgrade = `the upgrade ${name} at ${formatTime(scheduledAt)}`;
  const own = upgrades[name as keyof Upgrades];
  return typeof own !== "bigint" || own >= never
    ? `${upgrade}, which this version does not know: update Couloir`
    : `${upgrade}, which is at ${formatTime(own)} here: update Couloir, or correct the upgrade file`;
}

function stakeOf(peers: readonly Announcement[], { of }: Stakes): bigint {
  const nodes = new Map(peers.map(({ nodeID }) => [keyOf(nodeID), nodeID]));
  return [...nodes.values()].reduce((sum, nodeID) => sum + of(nodeID), 0n);
}
