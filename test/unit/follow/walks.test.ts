import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pChainForm } from "../../../src/follow/container.ts";
import { Walks } from "../../../src/follow/walks.ts";
import { StagedContainers } from "../../../src/store/staged-containers.ts";
import { makeChain } from "./network.ts";

const chain = makeChain(300);
const [genesis] = chain;
const part = (from: number, to: number) => chain.slice(from, to + 1);
const down = (from: number, count: number) =>
  part(from - count + 1, from)
    .map(({ bytes }) => bytes)
    .reverse();

function walksOn(staging: StagedContainers): Walks {
  return new Walks({
    form: pChainForm,
    staging,
    tip: () => genesis!,
    storedHeight: () => 0n,
    acceptedID: () => undefined,
    isAccepted: () => false,
    countSigned: async ({ length }) => length,
    pause: async () => {},
  });
}

test("walks of unknown height come first, then the lowest, for which execution waits", async () => {
  const staging = new StagedContainers(":memory:");
  const walks = walksOn(staging);
  for (const height of [250, 50, 150]) walks.begin(chain[height]!.id);
  await walks.receive(chain[250]!.id, down(250, 10));
  await walks.receive(chain[50]!.id, down(50, 10));
  expect(walks.wanted()).toEqual([chain[150]!.id, chain[40]!.id, chain[240]!.id]);
  await walks.receive(chain[150]!.id, down(150, 10));
  expect(walks.wanted()).toEqual([chain[40], chain[140], chain[240]].map((each) => each!.id));
});

test("a walk that was begun before a restart is not begun again", async () => {
  const staging = new StagedContainers(":memory:");
  const before = walksOn(staging);
  before.begin(chain[50]!.id);
  await before.receive(chain[50]!.id, down(50, 10));
  const walks = walksOn(staging);
  walks.resume();
  walks.begin(chain[50]!.id);
  expect(walks.wanted()).toEqual([chain[40]!.id]);
});

test("with enough on disk, only the lowest walk continues", async () => {
  const staging = new StagedContainers(":memory:");
  const walks = walksOn(staging);
  for (const height of [250, 50]) {
    walks.begin(chain[height]!.id);
    await walks.receive(chain[height]!.id, down(height, 10));
  }
  Object.assign(staging, { count: () => 1_000_000 });
  expect(walks.wanted()).toEqual([chain[40]!.id]);
});

test("staged containers are counted, their gaps are found, and their space is given back", () => {
  const folder = mkdtempSync(join(tmpdir(), "couloir-staged-"));
  const path = join(folder, "staged.sqlite");
  const staging = new StagedContainers(path);
  const big = part(1, 300).map((each) => ({ ...each, bytes: new Uint8Array(20_000) }));
  staging.put(big.slice(9, 20));
  staging.put(big.slice(99, 300));
  expect(staging.count()).toBe(212);
  expect(staging.missingParents(0n)).toEqual([
    { parentID: chain[9]!.id, childHeight: 10n },
    { parentID: chain[99]!.id, childHeight: 100n },
  ]);
  expect(staging.missingParents(9n).map(({ childHeight }) => childHeight)).toEqual([100n]);
  staging.close();
  const again = new StagedContainers(path);
  expect(again.count()).toBe(212);
  again.deleteThrough(150n);
  again.deleteFrom(290n);
  expect(again.count()).toBe(139);
  again.shrink();
  expect(statSync(path).size).toBeGreaterThan(2_000_000);
  again.deleteFrom(0n);
  again.shrink();
  again.close();
  const empty = new StagedContainers(path);
  expect(empty.count()).toBe(0);
  empty.close();
  rmSync(folder, { recursive: true });
});
