import { keyOf } from "../formats/bytes.ts";
import { formatTime } from "../formats/time.ts";
import type { Upgrades } from "../networks/network.ts";
import { never } from "../networks/upgrades.ts";
import type { Introduction } from "../p2p/peer/handshake.ts";
import type { Metadata } from "../store/metadata.ts";
import type { Stakes } from "./attestation.ts";
import { newestReleaseText } from "./handshake-terms.ts";
import { peersText, versionsText } from "./introductions.ts";
import type { FollowProgress } from "./progress.ts";

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
  readonly nowMillis: () => number;
};

/** An upgrade in the schedule of the network: its name as in info.upgrades without `Time`, and its Unix seconds. */
export type ScheduledUpgrade = { readonly name: string; readonly scheduledAt: bigint };

type Announcement = Pick<Introduction, "nodeID" | "upgradeTime" | "version">;

/** The peers with stake that announce an unknown upgrade, of those that were heard. */
type Witnesses = {
  readonly time: bigint;
  readonly announcing: readonly Announcement[];
  readonly heard: number;
};

/**
 * An upgrade that more than half of the stake announces in its handshakes, or that a majority of the upstreams lists, and
 * this program does not know. It is stored, so that a restart alone does not execute blocks by the wrong rules. avalanchego node/node.go
 * (upgradeTimeHealthCheck) @ v1.15.0-fuji
 */
export class AnnouncedUpgrade {
  readonly #options: AnnouncedUpgradeOptions;
  #time: bigint | undefined;
  #entry: ScheduledUpgrade | undefined;
  #witnesses: Witnesses | undefined;
  /** Most of the stake announces that the newest upgrade is not scheduled, and it is active here. */
  #isUnscheduled = false;
  #noticed = "";

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

  /** What peers or upstreams announce: one peer with stake is enough for a warning. */
  get warning(): string | undefined {
    const time = this.#time ?? this.#witnesses?.time;
    const { announcedBy, upgrades, knownTime } = this.#options;
    if (time === undefined) {
      return this.#isUnscheduled
        ? `peers with more than half of the stake have ${unscheduledText("the newest upgrade", knownTime)}`
        : undefined;
    }
    if (this.#entry !== undefined)
      return `${announcedBy} announce ${textOf(this.#entry, upgrades)}`;
    const when = this.#isActive(time)
      ? `that is active since ${formatTime(time)}`
      : `at ${formatTime(time)}`;
    const unknown = `this version does not know it, because it knows AvalancheGo ${newestReleaseText}: update Couloir`;
    if (this.#witnesses?.time !== time) return `peers announced an upgrade ${when}; ${unknown}`;
    const { announcing, heard } = this.#witnesses;
    const verb = announcing.length === 1 ? "announces" : "announce";
    return `${announcing.length} of ${peersText(heard)} ${verb} an upgrade ${when} (${versionsText(announcing)}); ${unknown}`;
  }

  /** The warning once the upgrade is decided and active: the network continues without this node. */
  get outdated(): string | undefined {
    return this.#time !== undefined && this.#isActive(this.#time) ? this.warning : undefined;
  }

  /** What is new for the log: a warning about another upgrade, or about one that was decided or activated since. */
  takeNotice(): { readonly text: string; readonly isOutdated: boolean } | undefined {
    const { warning, outdated } = this;
    const time = this.#time ?? this.#witnesses?.time;
    const key = `${time} ${this.#time} ${outdated !== undefined} ${this.#isUnscheduled}`;
    if (key === this.#noticed) return undefined;
    this.#noticed = key;
    return warning === undefined
      ? undefined
      : { text: warning, isOutdated: outdated !== undefined };
  }

  /** What following reports: an outdated node says so, whatever it is doing. */
  progress(progress: FollowProgress): FollowProgress {
    const { outdated } = this;
    if (outdated === undefined) return progress;
    const reasons = [outdated, ...[progress.reason ?? []].flat()];
    return { ...progress, phase: "outdated", reason: reasons.join("; ") };
  }

  /** Takes the last words of peers, connected or not. Without half of the stake among them it stays as it was. */
  observe(peers: readonly Announcement[], stakes: Stakes): void {
    const heard = [...new Map(peers.map((peer) => [keyOf(peer.nodeID), peer])).values()].filter(
      ({ nodeID }) => stakes.of(nodeID) > 0n,
    );
    const isMajority = (some: readonly Announcement[]) => stakeOf(some, stakes) * 2n > stakes.total;
    const announcing = (time: bigint) => heard.filter(({ upgradeTime }) => upgradeTime === time);
    const times = [...new Set(heard.map(({ upgradeTime }) => upgradeTime))]
      .filter(this.#isUnknown)
      .sort((a, b) => (a < b ? -1 : 1));
    const decided = times.find((time) => isMajority(announcing(time)));
    if (isMajority(heard) && decided !== this.#time) this.set(decided);
    this.#isUnscheduled =
      this.#isActive(this.#options.knownTime) &&
      isMajority(heard.filter(({ upgradeTime }) => upgradeTime >= never));
    const time = this.#time ?? times[0];
    this.#witnesses =
      time === undefined || announcing(time).length === 0
        ? undefined
        : { time, announcing: announcing(time), heard: heard.length };
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

  #isActive(time: bigint): boolean {
    return BigInt(this.#options.nowMillis()) >= time * 1000n;
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

/** Says that others have not scheduled an upgrade that is active on this node, and what to do. */
export function unscheduledText(upgrade: string, activeSince: bigint): string {
  return `not scheduled ${upgrade}, which is active on this node since ${formatTime(activeSince)}: correct --hardfork or --upgrade-file, unless only an update is missing there`;
}

function stakeOf(peers: readonly Announcement[], { of }: Stakes): bigint {
  return peers.reduce((sum, { nodeID }) => sum + of(nodeID), 0n);
}
