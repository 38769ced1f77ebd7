import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Disagreement } from "../../../src/follow/acceptor.ts";
import type { ChainAcceptor } from "../../../src/follow/chain-acceptor.ts";
import type { Container } from "../../../src/follow/container.ts";
import { Halts } from "../../../src/follow/halts.ts";
import { Rejection } from "../../../src/pchain/rejection.ts";
import { openIndexedChain } from "../../support/follow/follower.ts";
import { localGenesis } from "../../support/genesis-chain.ts";
import { makeChain, TestAcceptor } from "./network.ts";

const chain = makeChain(12);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "couloir-halts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An engine that rejects what the function names, on a chain of 10 containers; a proposal may be open. */
class TestEngine extends TestAcceptor {
  readonly proposal: Container | undefined;

  constructor(rejects: (container: Container) => boolean, proposal?: Container) {
    super(chain.slice(0, 11), rejects);
    this.proposal = proposal;
  }

  openProposal(): Container | undefined {
    return this.proposal;
  }
}

function open() {
  const { store } = openIndexedChain(localGenesis(1_767_672_000n), { isFollower: true });
  const haltsOf = (engine: TestEngine) =>
    new Halts({
      store,
      acceptor: engine as unknown as ChainAcceptor,
      folder: join(folder, "reports"),
      nowMillis: () => 1_767_672_000_000,
    });
  return { store, haltsOf };
}

const rejects = (height: bigint) => (container: Container) => container.height === height;
const disagreement = (container: Container) =>
  new Disagreement(container, "verified", new Rejection("state differs"));

test("a halt is remembered while the engine rejects the container, and over when it accepts it", () => {
  const { haltsOf } = open();
  const old = new TestEngine(rejects(11n));
  expect(haltsOf(old).before()).toBeUndefined();
  const halt = haltsOf(old).record(disagreement(chain[11]!));
  expect(halt.reason).toBe("state differs");
  expect(haltsOf(new TestEngine(rejects(11n))).before()).toEqual(halt);

  const fixed = new TestEngine(() => false);
  expect(haltsOf(fixed).before()).toBeUndefined();
  expect(fixed.tip().height).toBe(11n);
  expect(haltsOf(new TestEngine(rejects(11n))).before()).toBeUndefined();
});

test("a rejected option is executed again together with its proposal", () => {
  const { haltsOf } = open();
  const halt = haltsOf(new TestEngine(rejects(12n), chain[11])).record(disagreement(chain[12]!));
  const report = JSON.parse(readFileSync(halt.report, "utf8"));
  expect(report.openProposal.height).toBe(11);
  expect(report.rejected.height).toBe(12);
  expect(haltsOf(new TestEngine(rejects(12n))).before()).toEqual(halt);
  const fixed = new TestEngine(() => false);
  expect(haltsOf(fixed).before()).toBeUndefined();
  expect(fixed.tip().height).toBe(12n);
});

test("the report has what it takes to find out why", () => {
  const { store, haltsOf } = open();
  const { report } = haltsOf(new TestEngine(() => true)).record(disagreement(chain[11]!));
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
    network: "local",
    time: "2026-01-06T04:00:00Z",
    rejection: "state differs",
    mode: "verified",
    rejected: { height: 11, container: `0x${Buffer.from(chain[11]!.bytes).toString("hex")}` },
    tip: { height: 10 },
    lastAccepted: { height: 0 },
    stateDigest: `0x${Buffer.from(store.digest()).toString("hex")}`,
  });
});
