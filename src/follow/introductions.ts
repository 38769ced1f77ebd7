import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import { never } from "../networks/upgrades.ts";
import type { Introduction } from "../p2p/peer/handshake.ts";
import type { Stakes } from "./attestation.ts";

const nodesMax = 10_000;
/** A node that hung up is dialled again within this time. */
const refusalMs = 180_000;
const listedMax = 3;

type Introduced = Introduction & {
  /** When it hung up, or we did, before the handshake was complete. */
  readonly refusedAtMillis?: number;
};

/** What nodes said last of themselves, also those whose connections ended before their handshakes were complete. */
export class Introductions {
  readonly #nowMillis: () => number;
  readonly #nodes = new Map<BytesKey, Introduced>();
  /** Nodes whose handshake has begun and neither ended nor failed. */
  readonly #open = new Set<BytesKey>();

  constructor(nowMillis: () => number) {
    this.#nowMillis = nowMillis;
  }

  add(introduction: Introduction): void {
    const key = keyOf(introduction.nodeID);
    const before = this.#nodes.get(key);
    this.#nodes.delete(key);
    const [oldest] = this.#nodes.keys();
    if (oldest !== undefined && this.#nodes.size >= nodesMax) {
      this.#nodes.delete(oldest);
      this.#open.delete(oldest);
    }
    this.#nodes.set(key, { ...before, ...introduction });
    this.#open.add(key);
  }

  connected(nodeID: NodeId): void {
    this.#open.delete(keyOf(nodeID));
    this.#settle(nodeID, undefined);
  }

  /**
   * The connection ended before the handshake was complete. A version that is too old is a reason of its own.
   * Returns whether the node had introduced itself in this connection.
   */
  refused(nodeID: NodeId, reason: string): boolean {
    this.#settle(nodeID, reason.startsWith("handshake: version") ? undefined : this.#nowMillis());
    return this.#open.delete(keyOf(nodeID));
  }

  all(): readonly Introduction[] {
    return [...this.#nodes.values()];
  }

  /** Names nodes with stake that know the same upgrades as this node, and refuse to be connected all the same. */
  refusalWarning(knownTime: bigint, { of }: Stakes): string | undefined {
    const since = this.#nowMillis() - refusalMs;
    const refusing = [...this.#nodes.values()].filter(
      (node) =>
        (node.refusedAtMillis ?? 0) > since &&
        (node.upgradeTime <= knownTime || node.upgradeTime >= never) &&
        of(node.nodeID) > 0n,
    );
    if (refusing.length === 0) return undefined;
    const aheads = refusing
      .map(({ clockAheadSeconds }) => clockAheadSeconds)
      .sort((a, b) => (a < b ? -1 : 1));
    const [least, most] = [aheads[0], aheads.at(-1)];
    const clocks = least === most ? `${most} s` : `${least} s to ${most} s`;
    return `${peersText(refusing.length)} (${versionsText(refusing)}) closed the connection, although their versions and upgrades agree with this node's; their clocks are ahead of this node's by ${clocks}, and may differ by 60 s`;
  }

  #settle(nodeID: NodeId, refusedAtMillis: number | undefined): void {
    const key = keyOf(nodeID);
    const node = this.#nodes.get(key);
    if (node === undefined) return;
    const { refusedAtMillis: _, ...introduction } = node;
    this.#nodes.set(key, {
      ...introduction,
      ...(refusedAtMillis !== undefined && { refusedAtMillis }),
    });
  }
}

export function peersText(count: number): string {
  return count === 1 ? "1 peer" : `${count} peers`;
}

/** The versions that peers claim; the text comes from outside and ends on terminals. */
export function versionsText(peers: readonly Pick<Introduction, "version">[]): string {
  const versions = [...new Set(peers.map(({ version }) => version))].sort();
  const shown = versions
    .slice(0, listedMax)
    .map((version) => version.slice(0, 40).replace(/[^\w./+-]/g, "?"));
  return shown.join(", ") + (versions.length > listedMax ? ", ..." : "");
}
