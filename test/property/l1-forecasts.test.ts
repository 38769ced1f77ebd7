import fc from "fast-check";
import { expect, it } from "vitest";
import { VerifiedSignatures } from "../../src/crypto/verified-signatures.ts";
import { type BytesKey, emptyId, keyOf } from "../../src/formats/bytes.ts";
import { findNetwork } from "../../src/networks/find-network.ts";
import type { ChainContext, ValidatorFeeParameters } from "../../src/networks/network.ts";
import type { Block } from "../../src/pchain/blocks/block.ts";
import { executeBlock } from "../../src/pchain/executor/block.ts";
import type { ExecutionContext } from "../../src/pchain/executor/context.ts";
import { nextBlockTime } from "../../src/pchain/executor/time.ts";
import { secondsUntilDeactivation } from "../../src/pchain/fees/l1-forecast.ts";
import { MemoryState } from "../../src/pchain/state/memory-state.ts";
import { l1ValidatorOf } from "../support/state/values.ts";

const startTime = 2_000_000_000n;
const secondsMax = 1_000_000n;

/** A chain on which nothing happens but the passing of time: blocks come after any number of seconds. */
const history = fc.record({
  fees: fc.record({
    capacity: fc.constant(1000n),
    target: fc.bigInt(1n, 12n),
    minPrice: fc.bigInt(1n, 600n),
    excessConversionConstant: fc.bigInt(500n, 2_000_000n),
  }),
  doublings: fc.double({ min: 0, max: 6, noNaN: true }),
  accruedFees: fc.bigInt(0n, 10n ** 12n),
  balances: fc.array(fc.bigInt(1n, 3_000_000n), { minLength: 1, maxLength: 16 }),
  waits: fc.array(fc.bigInt(0n, 10_000n), { minLength: 5, maxLength: 20 }),
});

/** Forecasts that one block made, by validation. */
type Forecasts = ReadonlyMap<BytesKey, bigint>;

it("deactivates in the first block at or after each forecast, and in none before", () => {
  let deactivated = 0;
  fc.assert(
    fc.property(history, ({ fees, doublings, accruedFees, balances, waits }) => {
      const state = new MemoryState();
      state.setTimestamp(startTime);
      state.setAccruedFees(accruedFees);
      state.setL1ValidatorExcess(
        BigInt(Math.floor(Number(fees.excessConversionConstant) * doublings)),
      );
      for (const [index, balance] of balances.entries()) {
        state.putL1Validator(l1ValidatorOf(index, { endAccumulatedFee: accruedFees + balance }));
      }
      // Balances that do not pay for a second are no state that a block leaves.
      let height = 0n;
      acceptBlock(state, height, startTime, fees);
      const made: Forecasts[] = [];
      for (const wait of waits) {
        made.push(forecastsOf(state, fees));
        const before = state.timestamp();
        const active = activeIn(state);
        height += 1n;
        acceptBlock(state, height, before + wait, fees);
        const left = activeIn(state);
        for (const validator of active) {
          for (const forecasts of made) {
            expectFirst(forecasts.get(validator), before, state.timestamp(), left.has(validator));
          }
          if (!left.has(validator)) deactivated += 1;
        }
      }
    }),
    { numRuns: 1000 },
  );
  expect(deactivated).toBeGreaterThan(1000);
});

/** A block that leaves a validator active is before its forecast; the one that does not is the first that is not. */
function expectFirst(
  forecast: bigint | undefined,
  before: bigint,
  time: bigint,
  isActive: boolean,
): void {
  if (isActive) expect(forecast ?? time + 1n).toBeGreaterThan(time);
  else expect([forecast! > before, forecast! <= time]).toEqual([true, true]);
}

function forecastsOf(state: MemoryState, fees: ValidatorFeeParameters): Forecasts {
  const validators = [...state.activeL1Validators()];
  const ends = validators.map(({ endAccumulatedFee }) => endAccumulatedFee);
  const current = BigInt(state.activeL1ValidatorCount());
  const found = secondsUntilDeactivation(
    {
      fees,
      state: { current, excess: state.l1ValidatorExcess() },
      accruedFees: state.accruedFees(),
    },
    { ends, leaving: ends, secondsMax },
  );
  return new Map(
    validators.flatMap(({ validationID, endAccumulatedFee }) => {
      const seconds = found.get(endAccumulatedFee);
      return seconds === undefined ? [] : [[keyOf(validationID), state.timestamp() + seconds]];
    }),
  );
}

function activeIn(state: MemoryState): ReadonlySet<BytesKey> {
  return new Set([...state.activeL1Validators()].map(({ validationID }) => keyOf(validationID)));
}

/** Accepts a block without transactions at a time, or at that of the next change if it is earlier. */
function acceptBlock(
  state: MemoryState,
  height: bigint,
  now: bigint,
  validatorFees: ValidatorFeeParameters,
): void {
  const local = findNetwork(12345);
  const chain: ChainContext = {
    network: { ...local, validatorFees },
    avaxAssetID: emptyId,
    xChainID: emptyId,
    cChainID: emptyId,
  };
  const context: ExecutionContext = {
    chain,
    now,
    mode: "verified",
    sharedMemory: undefined,
    signatures: new VerifiedSignatures(),
    allowsEmptyBlocks: true,
  };
  const block: Block = {
    kind: "BanffStandardBlock",
    parentID: emptyId,
    height,
    time: nextBlockTime(state, context),
    txs: [],
    bytes: new Uint8Array(),
    id: emptyId,
  };
  const parent = { height: height - 1n, state, proposal: undefined };
  const executed = executeBlock(block, parent, context);
  if (executed.kind !== "decision") throw new Error("not a decision");
  executed.state.applyTo(state);
}
