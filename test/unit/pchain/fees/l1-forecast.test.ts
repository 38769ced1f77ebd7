import fc from "fast-check";
import { expect, it } from "vitest";
import { mainnet } from "../../../../src/networks/mainnet.ts";
import { secondsUntilDeactivation } from "../../../../src/pchain/fees/l1-forecast.ts";
import { validatorFeeSecondsRemaining } from "../../../../src/pchain/fees/l1-validator.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

const secondsMax = 100_000n;

it("equals the executor's own count of the seconds that a balance lasts", () => {
  fc.assert(
    fc.property(
      fc.record({
        minPrice: fc.bigInt(1n, 2000n),
        excessConversionConstant: fc.bigInt(1000n, 2_000_000_000n),
        target: fc.bigInt(1n, 50n),
        current: fc.bigInt(1n, 100n),
        doublings: fc.double({ min: 0, max: 8, noNaN: true }),
        funds: fc.bigInt(0n, 10_000_000n),
        accruedFees: fc.bigInt(0n, 10n ** 12n),
      }),
      ({ minPrice, excessConversionConstant, target, current, doublings, funds, accruedFees }) => {
        const fees = {
          ...mainnet.validatorFees,
          minPrice,
          excessConversionConstant,
          target,
        };
        const excess = BigInt(Math.floor(Number(excessConversionConstant) * doublings));
        const state = { current, excess };
        const expected = validatorFeeSecondsRemaining(state, fees, secondsMax, funds);
        const end = accruedFees + funds;
        const found = secondsUntilDeactivation(
          { fees, state, accruedFees },
          { ends: [end], leaving: [end], secondsMax },
        ).get(end);
        if (expected >= secondsMax) expect(found ?? secondsMax).toBeGreaterThanOrEqual(secondsMax);
        else expect(found).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});

it("is when the executor deactivated L1 validators of a recorded chain", async () => {
  const { source, opened } = await openHistoryChain("etna");
  const { store, context } = opened;
  const { state } = store;
  const fees = context.network.validatorFees;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  const forecasts = new Map<string, bigint>();
  let height = -1n;
  let checked = 0;
  const key = (id: Uint8Array) => Buffer.from(id).toString("hex");
  const active = () => [...state.activeL1Validators()];
  for await (const line of source.lines()) {
    await replay.apply(readEvent(line));
    if (store.blocks.lastAccepted().height === height) continue;
    height = store.blocks.lastAccepted().height;
    const ranOut = store
      .database()
      .prepare("SELECT validation_id FROM ledger_l1_events WHERE height = ? AND kind = 'ran out'")
      .pluck()
      .all(Number(height)) as Uint8Array[];
    for (const id of ranOut) {
      const forecast = forecasts.get(key(id));
      if (forecast === undefined) continue;
      expect(state.timestamp(), `at ${height}`).toBe(forecast);
      checked += 1;
    }
    const ends = active().map(({ endAccumulatedFee }) => endAccumulatedFee);
    const clock = {
      fees,
      state: { current: BigInt(ends.length), excess: state.l1ValidatorExcess() },
      accruedFees: state.accruedFees(),
    };
    forecasts.clear();
    const request = { ends, leaving: [], secondsMax: 1_000_000_000n };
    const counting = (current: bigint) => ({ ...clock, state: { ...clock.state, current } });
    const latest = secondsUntilDeactivation(counting(1n), request);
    const earliest = secondsUntilDeactivation(counting(fees.capacity), request);
    const found = secondsUntilDeactivation(clock, { ...request, leaving: ends });
    for (const { validationID, endAccumulatedFee: end } of active()) {
      const seconds = found.get(end)!;
      forecasts.set(key(validationID), state.timestamp() + seconds);
      expect(latest.get(end) ?? seconds).toBeGreaterThanOrEqual(seconds);
      expect(earliest.get(end)).toBeLessThanOrEqual(seconds);
    }
  }
  expect(checked).toBeGreaterThan(2);
  await opened.close();
}, 120_000);

it("forecasts balances of mainnet, of 1 to 1,000 AVAX, under each number of active validators", () => {
  const fees = mainnet.validatorFees;
  const ends = [1n, 5n, 100n, 1000n].map((avax) => avax * 1_000_000_000n);
  for (const current of [2000n, fees.target, fees.capacity]) {
    const clock = { fees, state: { current, excess: 500_000_000n }, accruedFees: 0n };
    const request = { ends, leaving: [], secondsMax: 3_153_600_000n };
    const found = secondsUntilDeactivation(clock, request);
    expect([...found.keys()]).toEqual(ends);
    const [end] = ends;
    const expected = validatorFeeSecondsRemaining(clock.state, fees, 10_000_000n, end!);
    expect(found.get(end!)).toBe(expected);
  }
});
