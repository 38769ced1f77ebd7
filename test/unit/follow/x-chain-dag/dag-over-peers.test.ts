import { afterEach, expect, test } from "vitest";
import { compareBytes } from "../../../../src/formats/bytes.ts";
import { decodeBytes } from "../../../../src/formats/encoding.ts";
import type { DagPath } from "../../../../src/indexer/dag-order.ts";
import { parseContainer } from "../../../../src/store/container-log.ts";
import { openFollower, type TestFollower } from "../../../support/follow/follower.ts";
import {
  areBootstrapped,
  handlerOf,
  startThreeChains,
  storedChains,
  type ThreeChains,
} from "../../../support/follow/three-chains.ts";
import { until } from "../../../support/p2p/nodes.ts";
import { payer } from "../../../support/transfers.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open({ genesis, beacons, upgrades }: ThreeChains): Promise<TestFollower> {
  const follower = openFollower({ genesis, beacons, storedChains: storedChains(["X"]) });
  ends.push(follower.stop);
  const again = await follower.reopen({ upgrades });
  ends.push(() => again.following.stop());
  return again;
}

function stored({ indexer }: TestFollower, path: DagPath): readonly Uint8Array[] {
  return [...indexer.logs[path].pages()]
    .flat()
    .map((text) => decodeBytes(parseContainer(text).bytes, "hex"));
}

const dagPhase = ({ following }: TestFollower) => following.storedChains()[0]!.dag?.phase;

test("a follower fetches the DAG beside the blocks, and serves it to another one", async () => {
  const validator = await startThreeChains({ vertices: 100, X: 12 });
  ends.push(() => validator.network.close());
  const { dag, context, store: own } = validator;
  const first = await open(validator);
  await first.following.start();
  await until(() => dagPhase(first) === "complete" && areBootstrapped(first, ["X"]), 20_000);
  expect(stored(first, "X/vtx").toSorted(compareBytes)).toEqual(
    dag!.vertices.map(({ bytes }) => bytes).toSorted(compareBytes),
  );
  expect([...first.store.atomicUtxos.ownedBy(context.xChainID, payer)]).toHaveLength(1);
  expect(first.store.digest()).toEqual(own.digest());
  // The validator has no vertices any more, only the follower.
  validator.network.handle(context.xChainID, handlerOf(validator.chains.X));
  const relay = { nodeID: first.nodeID, address: first.following.listeningAt()! };
  const beacons = [...validator.beacons, relay];
  const second = await open({ ...validator, beacons });
  await second.following.start();
  await until(() => dagPhase(second) === "complete", 30_000);
  for (const path of ["X/tx", "X/vtx"] as const) {
    expect(stored(second, path)).toEqual(stored(first, path));
  }
  expect([...first.errors, ...second.errors]).toEqual([]);
});

test("where the X-chain was linear from its first block, nothing is fetched", async () => {
  const validator = await startThreeChains({ X: 3 });
  ends.push(() => validator.network.close());
  const follower = await open(validator);
  await follower.following.start();
  await until(() => areBootstrapped(follower, ["X"]), 20_000);
  expect(follower.following.storedChains()[0]!.dag).toBeUndefined();
  expect([stored(follower, "X/tx"), stored(follower, "X/vtx")]).toEqual([[], []]);
});
