import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHex } from "../../src/formats/hex.ts";
import type { Tx } from "../../src/pchain/txs/tx.ts";
import { type Eras, HistoryChain } from "./chain-histories/history-chain.ts";
import { Ledger } from "./chain-histories/ledger.ts";
import { type Attempt, issuedKinds, User } from "./chain-histories/user.ts";
import { ValidatorSetRecord } from "./chain-histories/validator-sets.ts";

const histories = Number(process.env["COULOIR_HISTORIES"] ?? 6);

/** Some time passes, then users act, and what they issued goes into blocks. */
type Round = {
  readonly seconds: number;
  readonly attempts: readonly Attempt[];
  readonly underpays: boolean;
  readonly restarts: boolean;
};

const attempt: fc.Arbitrary<Attempt> = fc.record({
  kind: fc.constantFrom(...issuedKinds, "export to P" as const),
  draws: fc.array(fc.nat({ max: 0xffff_ffff }), { minLength: 12, maxLength: 12 }),
});

const round: fc.Arbitrary<Round> = fc.record({
  seconds: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 400 })),
  attempts: fc.array(attempt, { maxLength: 12 }),
  underpays: fc.boolean(),
  restarts: fc.integer({ min: 0, max: 4 }).map((draw) => draw === 0),
});

/** All eras one after another, or the last one from the start. */
const eras: fc.Arbitrary<Eras> = fc.constantFrom(
  { cortina: 300n, durango: 900n, etna: 1800n },
  { cortina: 0n, durango: 0n, etna: 900n },
  { cortina: 0n, durango: 0n, etna: 0n },
);

const history = fc.record({
  eras,
  rounds: fc.array(round, { minLength: 10, maxLength: 40, size: "max" }),
});

describe("random valid histories", () => {
  it("conserve every asset, keep supply and sets, and lead to the same state on any node", () => {
    fc.assert(
      fc.property(history, ({ eras, rounds }) => {
        const world = new HistoryChain(eras);
        const digest = tell(world, rounds);
        expectReplayed(world, eras, digest, "verified");
        expectReplayed(world, eras, digest, "trusted");
        expectSameWithRestarts(eras, rounds, digest);
        world.close();
      }),
      // Shrinking would take minutes; the seed in the message generates the same history again.
      { numRuns: histories, endOnFailure: true },
    );
  }, 3_600_000);
});

/** Returns the digest of the state at the end. */
function tell(world: HistoryChain, rounds: readonly Round[]): string {
  const user = new User(world);
  const ledger = new Ledger(world);
  const sets = new ValidatorSetRecord(world);
  world.onAccepted = (blocks) => {
    expect(ledger.faultsAfter(blocks)).toEqual([]);
    sets.write();
  };
  for (const { seconds, attempts, underpays } of rounds) {
    world.now += BigInt(seconds);
    world.produce();
    user.beginBlock();
    for (const [index, attempt] of attempts.entries()) {
      if (underpays && index === 0) expectUnderpaidRefused(world, user, attempt);
      const tx = user.make(attempt);
      if (tx !== undefined) issue(world, tx);
    }
    world.produce();
    expect(world.chain.mempool.size).toBe(0);
  }
  expect(sets.faults()).toEqual([]);
  return formatHex(world.store.digest());
}

function issue(world: HistoryChain, tx: Tx): void {
  const refusal = world.chain.issue(tx);
  if (refusal !== undefined) throw new Error(`a valid ${tx.unsigned.kind} was refused: ${refusal}`);
}

function expectUnderpaidRefused(world: HistoryChain, user: User, attempt: Attempt): void {
  const tx = user.makeUnderpaid(attempt);
  if (tx === undefined) return;
  const before = world.store.digest();
  expect(world.chain.issue(tx)).toMatch(/insufficient unlocked funds: needs 1 more/);
  expect(world.store.digest()).toEqual(before);
}

function expectReplayed(
  world: HistoryChain,
  eras: Eras,
  digest: string,
  mode: "verified" | "trusted",
): void {
  const fresh = new HistoryChain(eras);
  fresh.replay(world.events, mode);
  expect(formatHex(fresh.store.digest())).toBe(digest);
  fresh.close();
}

/** On disk, with the process gone between some rounds. */
function expectSameWithRestarts(eras: Eras, rounds: readonly Round[], digest: string): void {
  const directory = mkdtempSync(join(tmpdir(), "couloir-histories-"));
  const world = new HistoryChain(eras, join(directory, "chain.sqlite"));
  try {
    const user = new User(world);
    for (const { seconds, attempts, restarts } of rounds) {
      if (restarts) world.restart();
      world.now += BigInt(seconds);
      world.produce();
      user.beginBlock();
      for (const attempt of attempts) {
        const tx = user.make(attempt);
        if (tx !== undefined) issue(world, tx);
      }
      world.produce();
    }
    world.restart();
    expect(formatHex(world.store.digest())).toBe(digest);
  } finally {
    world.close();
    rmSync(directory, { recursive: true });
  }
}
