import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { generateBlsSecretKey } from "../../../src/crypto/bls.ts";
import { readContainer } from "../../../src/follow/container.ts";
import type { NodeId } from "../../../src/formats/bytes.ts";
import { formatId, parseId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { formatTime } from "../../../src/formats/time.ts";
import { createStakingCertificate } from "../../../src/node/identity/staking-certificate.ts";
import { ownIdentity } from "../../../src/p2p/identity/own-identity.ts";
import type { HandshakeTerms } from "../../../src/p2p/peer/handshake.ts";
import type { PeerNetwork } from "../../../src/p2p/peer-network.ts";
import { listenTls } from "../../../src/p2p/tls.ts";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import { parseTx } from "../../../src/pchain/txs/tx.ts";
import { parseContainer } from "../../../src/store/container-log.ts";
import { openFollower, openIndexedChain } from "../../support/follow/follower.ts";
import {
  startValidator as startOneValidator,
  type ValidatorOptions,
} from "../../support/follow/validator.ts";
import { localGenesis } from "../../support/genesis-chain.ts";
import { localTerms, loopback, newIdentity, startNetwork, until } from "../../support/p2p/nodes.ts";
import { Speaker } from "../../support/p2p/speaker.ts";

const startTime = 1_767_672_000n;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A validator that ends with the test. */
async function startValidator(
  blocks: number,
  others: readonly NodeId[] = [],
  options: Pick<ValidatorOptions, "terms" | "nowSeconds"> = {},
) {
  const validator = await startOneValidator({ blocks, others, ...options });
  ends.push(() => validator.network.close());
  return validator;
}

function beaconAt({ nodeID, listeningAt }: PeerNetwork) {
  return { nodeID, address: listeningAt! };
}

/** What a node says of itself that knows an upgrade which is unknown here. */
function foreignTerms(upgradeTime: bigint): HandshakeTerms {
  const claimed = { name: "avalanchego", major: 1, minor: 16, patch: 0 };
  return { ...localTerms, compatibility: { ...localTerms.compatibility, claimed, upgradeTime } };
}

/** A beacon that hangs up after the handshakes. */
async function startRefusing(changes: Parameters<Speaker["handshake"]>[0] = {}) {
  const identity = newIdentity();
  const listener = await listenTls(loopback, {
    identity,
    upgradeTimeoutMs: 5_000,
    mayUpgrade: () => true,
    upgraded: ({ socket }) => {
      const speaker = Speaker.of(identity, socket);
      speaker.handshake(changes);
      const hungUp = speaker.hears("handshake").then(() => setTimeout(() => speaker.close(), 50));
      hungUp.catch(() => {});
    },
    settled: () => {},
  });
  ends.push(async () => listener.close());
  return { nodeID: identity.certificate.nodeID, address: listener.address };
}

describe("an upgrade that the peers of a follower know and this version does not", () => {
  const now = () => BigInt(Math.floor(Date.now() / 1000));

  test("is named a week before, and ends following at its first block, also after a restart", async () => {
    const nextWeek = now() + 7n * 86_400n;
    let time = now();
    const validator = await startValidator(5, [], {
      terms: foreignTerms(nextWeek),
      nowSeconds: () => time,
    });
    const beacons = [beaconAt(validator.network)];
    const follower = openFollower({ genesis: validator.genesis, beacons });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.following.isBootstrapped(), 20_000);
    const text = `1 of 1 peer announces an upgrade at ${formatTime(nextWeek)} (avalanchego/1.16.0); this version does not know it, because it knows AvalancheGo 1.15.0: update Couloir`;
    await until(() => follower.warnings.length > 0);
    expect(follower.warnings).toEqual([text]);
    expect(follower.following.warnings()).toEqual([text]);
    validator.produce();
    await until(() => follower.store.blocks.lastAccepted().height === 6n, 20_000);

    time = nextWeek;
    validator.produce();
    await until(() => follower.halts.length > 0, 20_000);
    const reason = `this version does not know the rules of the upgrade at ${formatTime(nextWeek)}: update Couloir`;
    expect(follower.halts).toMatchObject([{ reason }]);
    expect(follower.following.progress()).toMatchObject({ phase: "halted", height: 6n });

    const again = await follower.reopen();
    await again.following.start();
    expect(again.halts).toMatchObject([{ reason }]);
    expect(again.store.blocks.lastAccepted().height).toBe(6n);

    const updated = await again.reopen({
      upgrades: { helicon: nextWeek },
      nowSeconds: () => time,
    });
    await updated.following.start();
    ends.push(() => updated.following.stop());
    expect(updated.halts).toEqual([]);
    expect(updated.store.blocks.lastAccepted().height).toBe(7n);
    validator.produce();
    await until(() => updated.store.blocks.lastAccepted().height === 8n, 20_000);
    await until(() => updated.following.isBootstrapped(), 20_000);
    expect(updated.following.warnings()).toEqual([]);
    expect(updated.store.digest()).toEqual(validator.store.digest());
  });

  test("makes it outdated once it is active, though every peer hangs up", async () => {
    const active = now() - 60n;
    const client = { name: "avalanchego", major: 1, minor: 16, patch: 0 };
    const beacons = [await startRefusing({ upgradeTime: active, client })];
    const follower = openFollower({ genesis: localGenesis(startTime), beacons });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.phases.includes("outdated"), 20_000);
    const reason = `1 of 1 peer announces an upgrade that is active since ${formatTime(active)} (avalanchego/1.16.0); this version does not know it, because it knows AvalancheGo 1.15.0: update Couloir`;
    expect(follower.warnings).toEqual([reason]);
    expect(follower.following.progress()).toMatchObject({ phase: "outdated", reason, height: 0n });
    expect(follower.following.peers()).toEqual([]);
    const again = await follower.reopen();
    const stored = `peers announced an upgrade that is active since ${formatTime(active)}; this version`;
    expect(again.following.progress().reason).toContain(stored);
  });

  test("is not the reason where peers hang up that know the same upgrades", async () => {
    const beacons = [await startRefusing()];
    const follower = openFollower({ genesis: localGenesis(startTime), beacons });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.warnings.length > 0, 20_000);
    expect(follower.warnings[0]).toMatch(
      /^1 peer \(avalanchego\/1\.14\.2\) closed the connection, although their versions and upgrades agree with this node's; their clocks are ahead of this node's by -?[01] s, and may differ by 60 s$/,
    );
    expect(follower.following.progress().phase).toBe("connecting");
  });
});

describe("a follower whose bootstrappers cannot be reached", () => {
  test("names each address with the reason, until it is connected", async () => {
    const validator = await startValidator(1);
    const good = beaconAt(validator.network);
    const other = newIdentity().certificate.nodeID;
    const closed = await startNetwork();
    const beacons = [
      { nodeID: closed.nodeID, address: closed.listeningAt! },
      { nodeID: other, address: good.address },
    ];
    await closed.close();
    const follower = openFollower({ genesis: validator.genesis, beacons });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.warnings.length === 2, 20_000);
    const [absent, wrong] = beacons.map(
      ({ nodeID, address }) => `${formatNodeId(nodeID)} at ${address.ip}:${address.port}`,
    );
    const reasons = [
      `${absent} (connect ECONNREFUSED)`,
      `${wrong} (another node answers at ${good.address.ip}:${good.address.port})`,
    ];
    const lines = reasons.map(
      (text) => `couldn't connect to the bootstrapper ${text}; trying again`,
    );
    expect([...follower.warnings].sort()).toEqual([...lines].sort());
    const [health] = follower.following.warnings();
    expect(health).toContain("no connection to 2 of 2 bootstrappers: ");
    for (const reason of reasons) expect(health).toContain(reason);
  });
});

describe("a follower in the same process as the validator", () => {
  test("bootstraps, follows, serves another follower, and continues from there", async () => {
    const validator = await startValidator(40);
    const follower = openFollower({
      genesis: validator.genesis,
      beacons: [beaconAt(validator.network)],
    });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.following.isBootstrapped(), 20_000);
    expect(follower.store.digest()).toEqual(validator.store.digest());
    for (let count = 0; count < 3; count++) validator.produce();
    await until(() => follower.store.blocks.lastAccepted().height === 43n, 20_000);
    expect(follower.store.digest()).toEqual(validator.store.digest());
    expect(follower.phases).toEqual(["bootstrapping", "attesting", "following"]);

    const second = openFollower({
      genesis: validator.genesis,
      beacons: [{ nodeID: follower.nodeID, address: follower.following.listeningAt()! }],
    });
    ends.push(second.stop);
    await second.following.start();
    await until(() => second.store.blocks.lastAccepted().height === 43n, 20_000);
    expect(second.store.digest()).toEqual(validator.store.digest());
    // Its only beacon does not validate: nothing attests the tip until the validator is there.
    expect(second.following.isBootstrapped()).toBe(false);
    expect(follower.errors.concat(second.errors)).toEqual([]);
  });

  test("leaves the network when it finds that its own key validates there", async () => {
    const identity = {
      ...createStakingCertificate(new Date()),
      blsSecretKey: generateBlsSecretKey(),
    };
    const { certificatePem, keyPem, blsSecretKey } = identity;
    const { nodeID } = ownIdentity(certificatePem, keyPem, blsSecretKey).certificate;
    const validator = await startValidator(3, [nodeID]);
    const beacons = [beaconAt(validator.network)];
    const follower = openFollower({ genesis: validator.genesis, beacons, identity });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.phases.includes("halted"), 20_000);
    expect(follower.following.progress().reason).toMatch(/^this node has the key of a validator/);
    await until(() => validator.network.peers().length === 0);
    expect(follower.errors).toEqual([]);
  });

  test("replays the history on another store, and halts for good where it refutes a snapshot", async () => {
    const validator = await startValidator(40);
    const follower = openFollower({
      genesis: validator.genesis,
      beacons: [beaconAt(validator.network)],
    });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.following.isBootstrapped(), 20_000);
    const replayed = openIndexedChain(validator.genesis, { isFollower: true });
    let executed = 0;
    const { store, indexer } = follower;
    const container = indexer.logs["P/block"].byIndex(29n);
    await follower.following.replay(
      { ...replayed, stagingFile: ":memory:", close: async () => {} },
      { height: 30n, containerID: parseId(parseContainer(container!).id) },
      {
        onExecuted: (count) => {
          executed += count;
        },
        rest: async () => {},
      },
      new AbortController().signal,
    );
    expect(executed).toBe(30);
    expect(formatId(replayed.store.blocks.lastAccepted().id)).toBe(
      formatId(store.blocks.byHeight(30n)!.id),
    );

    let noted = 0;
    follower.following.refute("another state", { what: "test" }, () => {
      noted += 1;
    });
    expect(noted).toBe(1);
    expect(follower.halts).toMatchObject([{ reason: "another state", isRefuted: true }]);
    const report = JSON.parse(readFileSync(follower.halts[0]!.report, "utf8"));
    expect(report).toMatchObject({ reason: "another state", what: "test" });
    expect(follower.following.progress()).toMatchObject({ phase: "halted" });
    const again = await follower.reopen();
    await again.following.start();
    expect(again.following.progress()).toMatchObject({ phase: "halted", reason: "another state" });
    await again.following.stop();
  });

  test("pushes what is issued at it until a block has it, also after a restart", async () => {
    const validator = await startValidator(5);
    const follower = openFollower({
      genesis: validator.genesis,
      beacons: [beaconAt(validator.network)],
    });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.following.isBootstrapped(), 20_000);
    const tx = validator.pay();
    expect(follower.chain.issue(tx)).toBeUndefined();
    follower.following.submit(tx);
    await until(() => validator.gossiped.length > 0);
    expect(Buffer.from(validator.gossiped[0]!).includes(Buffer.from(tx.bytes))).toBe(true);
    expect(follower.store.submittedTxs.all().map(({ id }) => id)).toEqual([tx.id]);

    const again = await follower.reopen();
    expect(again.chain.pendingStatus(tx.id)).toBeUndefined();
    validator.gossiped.length = 0;
    await again.following.start();
    expect(again.chain.pendingStatus(tx.id)).toEqual({ kind: "Processing" });
    await until(() => validator.gossiped.length > 0, 20_000);
    ends.push(() => again.following.stop());
    validator.chain.issue(parseTx(tx.bytes));
    validator.chain.produceBlock();
    await until(() => follower.store.txs.byID(tx.id) !== undefined, 20_000);
    await until(() => follower.store.submittedTxs.all().length === 0, 20_000);
  });

  test("halts where its engine disagrees, reports it, and stays halted", async () => {
    const validator = await startValidator(3);
    const follower = openFollower({
      genesis: validator.genesis,
      beacons: [beaconAt(validator.network)],
    });
    ends.push(follower.stop);
    await follower.following.start();
    await until(() => follower.following.isBootstrapped(), 20_000);
    // The validator accepts a block without any change, which is against the rules.
    const { store, indexer } = validator;
    const { id: parentID, height } = store.blocks.lastAccepted();
    const block = makeBlock({
      kind: "BanffStandardBlock",
      time: store.state.timestamp(),
      parentID,
      height: height + 1n,
      txs: [],
    });
    store.accept({
      blocks: [block],
      changes: [],
      withinTransaction: () =>
        indexer.acceptBlocks([{ block }], {
          nanos: BigInt(Date.now()) * 1_000_000n,
          chainTime: store.state.timestamp(),
          pChainHeight: 0n,
        }),
    });
    await until(() => follower.halts.length > 0, 20_000);
    const [halt] = follower.halts;
    expect(halt!.reason).toBe("BanffStandardBlock performs no state changes");
    const report = JSON.parse(readFileSync(halt!.report, "utf8"));
    expect(report.tip.height).toBe(3);
    expect(readContainer(Buffer.from(report.rejected.container.slice(2), "hex")).height).toBe(4n);
    expect(follower.following.progress()).toMatchObject({
      phase: "halted",
      reason: halt!.reason,
      height: 3n,
    });
    const again = await follower.reopen();
    await again.following.start();
    expect(again.following.progress().phase).toBe("halted");
    expect(again.halts).toEqual([halt]);
    await again.following.stop();
  });
});
