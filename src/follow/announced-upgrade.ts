import { keyOf } from "../formats/bytes.ts";
import { formatTime } from "../formats/time.ts";
import { never } from "../networks/upgrades.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import type { Metadata } from "../store/metadata.ts";
import type { Stakes } from "./attestation.ts";

const metadataKey = "follow-unknown-upgrade";

export type AnnouncedUpgradeOptions = {
  readonly metadata: Pick<Metadata, "getText" | "setText" | "delete">;
  /** Unix seconds of the newest upgrade whose rules the engine has. */
  readonly knownTime: bigint;
};

type Announcement = Pick<PeerInfo, "nodeID" | "upgradeTime">;

/**
 * An upgrade that more than half of the stake announces in its handshakes and this program does not know. It is stored,
 * so that a restart without peers does not execute blocks by the wrong rules. avalanchego node/node.go
 * (upgradeTimeHealthCheck) @ v1.15.0-fuji
 */
export class AnnouncedUpgrade {
  readonly #options: AnnouncedUpgradeOptions;
  #time: bigint | undefined;

  constructor(options: AnnouncedUpgradeOptions) {
    this.#options = options;
    const stored = options.metadata.getText(metadataKey);
    if (stored === undefined) return;
    if (BigInt(stored) > options.knownTime) this.#time = BigInt(stored);
    else options.metadata.delete(metadataKey);
  }

  /** Unix seconds from which on blocks follow rules that this program does not know; undefined if there is none. */
  get time(): bigint | undefined {
    return this.#time;
  }

  get warning(): string | undefined {
    if (this.#time === undefined) return undefined;
    return `peers announce an upgrade at ${formatTime(this.#time)} that this version does not know: update Couloir`;
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
    if (announced === this.#time) return;
    this.#time = announced;
    const { metadata } = this.#options;
    if (announced === undefined) metadata.delete(metadataKey);
    else metadata.setText(metadataKey, announced.toString());
  }

  /** A node announces an upgrade that is not scheduled with the time of `never`. */
  readonly #isUnknown = (time: bigint) => time > this.#options.knownTime && time < never;
}

function stakeOf(peers: readonly Announcement[], { of }: Stakes): bigint {
  const nodes = new Map(peers.map(({ nodeID }) => [keyOf(nodeID), nodeID]));
  return [...nodes.values()].reduce((sum, nodeID) => sum + of(nodeID), 0n);
}
