import { describe, expect, test } from "vitest";
import { AnnouncedUpgrade } from "../../../src/follow/announced-upgrade.ts";
import { ChainAcceptor } from "../../../src/follow/chain-acceptor.ts";
import { readContainer } from "../../../src/follow/container.ts";
import { handshakeTerms } from "../../../src/follow/handshake-terms.ts";
import type { FollowProgress } from "../../../src/follow/progress.ts";
import {
  defaultUpgrades,
  fujiUpgrades,
  mainnetUpgrades,
  never,
} from "../../../src/networks/upgrades.ts";
import { openIndexedChain } from "../../support/follow/follower.ts";
import { recordedGenesis } from "../../support/genesis-chain.ts";
import { readHistory } from "../../support/histories.ts";

const nodeID = (byte: number) => new Uint8Array(20).fill(byte);
const peer = (byte: number, upgradeTime: bigint, version = "avalanchego/1.16.0") => ({
  nodeID: nodeID(byte),
  upgradeTime,
  version,
});

/** Nodes 1, 2 and 3 have a stake of 2, 2 and 1. */
const stakes = {
  total: 5n,
  of: (node: Uint8Array) => ({ 1: 2n, 2: 2n, 3: 1n })[node[0]!] ?? 0n,
};

function memory() {
  const values = new Map<string, string>();
  return {
    getText: (key: string) => values.get(key),
    setText: (key: string, value: string) => void values.set(key, value),
    delete: (key: string) => void values.delete(key),
  };
}

const announcedUpgrade = (
  metadata: ReturnType<typeof memory>,
  knownTime: bigint,
  nowMillis = () => 199_999,
) =>
  new AnnouncedUpgrade({
    metadata,
    knownTime,
    upgrades: defaultUpgrades,
    announcedBy: "peers",
    nowMillis,
  });

describe("an upgrade that peers announce", () => {
  test("counts by stake, and only if its rules are unknown", () => {
    const announced = announcedUpgrade(memory(), 100n);
    announced.observe([peer(1, 100n), peer(2, 100n), peer(3, 200n)], stakes);
    expect(announced.time).toBeUndefined();
    announced.observe([peer(1, never), peer(2, never)], stakes);
    expect(announced.time).toBeUndefined();
    announced.observe([peer(1, 200n), peer(2, 100n), peer(7, 200n), peer(8, 200n)], stakes);
    expect(announced.time).toBeUndefined();
    announced.observe([peer(1, 200n), peer(1, 200n), peer(2, 100n)], stakes);
    expect(announced.time).toBeUndefined();
    announced.observe([peer(1, 200n), peer(3, 200n)], stakes);
    expect(announced.time).toBe(200n);
    expect(announced.warning).toBe(
      "2 of 2 peers announce an upgrade at 1970-01-01T00:03:20Z (avalanchego/1.16.0); this version does not know it, because it knows AvalancheGo 1.15.0: update Couloir",
    );
    expect(announced.outdated).toBeUndefined();
  });

  test("warns if most of the stake has not scheduled what is active here", () => {
    const text =
      "peers with more than half of the stake have not scheduled the newest upgrade, which is active on this node since 1970-01-01T00:01:40Z: correct --hardfork or --upgrade-file, unless only an update is missing there";
    const announced = announcedUpgrade(memory(), 100n);
    announced.observe([peer(1, never), peer(2, 100n)], stakes);
    expect(announced.warning).toBeUndefined();
    announced.observe([peer(1, never), peer(2, 100n), peer(3, never)], stakes);
    expect(announced.warning).toBe(text);
    expect(announced.takeNotice()).toEqual({ text, isOutdated: false });
    expect(announced.takeNotice()).toBeUndefined();
    expect(announced.outdated).toBeUndefined();
    const early = announcedUpgrade(memory(), 100n, () => 99_999);
    early.observe([peer(1, never), peer(2, never)], stakes);
    expect(early.warning).toBeUndefined();
  });

  test("warns by one peer with stake, and decides by more than half of it", () => {
    const announced = announcedUpgrade(memory(), 100n, () => 200_000);
    announced.observe([peer(3, 200n, "a\u001b[2J"), peer(1, 100n), peer(2, 100n)], stakes);
    expect(announced.time).toBeUndefined();
    expect(announced.warning).toMatch(
      /^1 of 3 peers announces an upgrade that is active since 1970-01-01T00:03:20Z \(a\?\?2J\); /,
    );
    expect(announced.outdated).toBeUndefined();
    expect(announced.takeNotice()).toMatchObject({ isOutdated: false });
    expect(announced.takeNotice()).toBeUndefined();
    announced.observe([peer(8, 300n)], stakes);
    expect(announced.warning).toBeUndefined();
    announced.observe([peer(1, 200n), peer(2, 200n)], stakes);
    expect(announced.takeNotice()).toEqual({ text: announced.outdated, isOutdated: true });
    const halted = { phase: "halted", reason: "a block", height: 1n } as FollowProgress;
    expect(announced.progress(halted)).toEqual({
      phase: "outdated",
      reason: `${announced.outdated}; a block`,
      height: 1n,
    });
  });

  test("is forgotten when the stake no longer announces it, not when the peers are gone", () => {
    const announced = announcedUpgrade(memory(), 100n);
    announced.observe([peer(1, 200n), peer(2, 200n)], stakes);
    announced.observe([peer(1, 100n)], stakes);
    expect(announced.time).toBe(200n);
    announced.observe([peer(1, 100n), peer(2, 100n)], stakes);
    expect(announced.time).toBeUndefined();
  });

  test("is known after a restart, until an update knows its rules", () => {
    const metadata = memory();
    const announced = announcedUpgrade(metadata, 100n);
    announced.observe([peer(1, 200n), peer(2, 200n)], stakes);
    expect(announcedUpgrade(metadata, 100n).time).toBe(200n);
    expect(announcedUpgrade(metadata, 200n).time).toBeUndefined();
    expect(announcedUpgrade(metadata, 100n).time).toBeUndefined();
  });

  test("ends following at its time", () => {
    const { store, chain, indexer } = openIndexedChain(recordedGenesis("small"), {
      isFollower: true,
    });
    let rulesEnd: bigint | undefined;
    const acceptor = new ChainAcceptor({ chain, store, indexer, rulesEnd: () => rulesEnd });
    const [first] = readHistory("small").events.filter((event) => "block" in event);
    const container = readContainer(new Uint8Array(Buffer.from(first!.block, "hex")));
    const time = new DataView(container.block.buffer).getBigUint64(6);
    rulesEnd = time;
    expect(() => acceptor.accept(container, "trusted")).toThrow(
      /^this version does not know the rules of the upgrade at .*: update Couloir$/,
    );
    rulesEnd = time + 1n;
    acceptor.accept(container, "trusted");
    expect(acceptor.tip().height).toBe(1n);
    store.close();
  });
});

test("a follower claims the release that its network needs", () => {
  const claimOn = (upgrades: typeof fujiUpgrades) =>
    handshakeTerms({ id: 1, upgrades }, []).compatibility;
  expect(claimOn(mainnetUpgrades)).toMatchObject({
    claimed: { minor: 15, patch: 0 },
    upgradeTime: mainnetUpgrades.helicon,
  });
  expect(claimOn(fujiUpgrades)).toMatchObject({
    claimed: { minor: 15 },
    upgradeTime: fujiUpgrades.helicon,
  });
});
