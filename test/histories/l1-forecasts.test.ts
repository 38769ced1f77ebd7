import { describe, expect, it } from "vitest";
import { type BytesKey, keyOf } from "../../src/formats/bytes.ts";
import { secondsUntilDeactivation } from "../../src/pchain/fees/l1-forecast.ts";
import type { State } from "../../src/pchain/state/state.ts";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import type { HistoryName } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";

/** How often a recorded block deactivated an L1 validator whose forecast an earlier block had made. */
const deactivations = {
  etna: 31,
  "helicon-1": 78,
  "etna-to-helicon-1": 46,
  "all-1": 48,
} as const satisfies Partial<Record<HistoryName, number>>;

describe.each(Object.entries(deactivations))("the history %s", (name, expected) => {
  it("deactivates L1 validators in the first block at or after their forecasts while nothing else changes", async () => {
    expect(await checkedDeactivations(name as keyof typeof deactivations)).toBe(expected);
  }, 120_000);
});

async function checkedDeactivations(name: HistoryName): Promise<number> {
  const { source, opened } = await openHistoryChain(name);
  const { store, context } = opened;
  const { state } = store;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  const eventsAt = store
    .database()
    .prepare("SELECT kind, validation_id FROM ledger_l1_events WHERE height = ?");
  /** Made by each block since something else than the passing of time changed an L1 validator. */
  let made: ReadonlyMap<BytesKey, bigint>[] = [];
  let height = -1n;
  let before = 0n;
  let checked = 0;
  for await (const line of source.lines()) {
    await replay.apply(readEvent(line));
    const tip = store.blocks.lastAccepted().height;
    if (tip === height) continue;
    replay.commit();
    // A proposal and its option have the same time.
    const events: { kind: string; validation_id: Uint8Array }[] = [];
    for (let each = height + 1n; each <= tip; each++) {
      events.push(...(eventsAt.all(Number(each)) as typeof events));
    }
    if (events.some(({ kind }) => kind !== "ran out")) made = [];
    const time = state.timestamp();
    const ranOut = new Set(events.map(({ validation_id }) => keyOf(validation_id)));
    for (const forecasts of made) {
      for (const [validation, forecast] of forecasts) {
        if (ranOut.has(validation)) {
          expect([forecast > before, forecast <= time], `at ${tip}`).toEqual([true, true]);
          checked += 1;
        }
      }
      for (const { validationID } of state.activeL1Validators()) {
        expect(forecasts.get(keyOf(validationID)) ?? time + 1n).toBeGreaterThan(time);
      }
    }
    made.push(forecastsOf(state, context.network.validatorFees));
    [height, before] = [tip, time];
  }
  await opened.close();
  return checked;
}

function forecastsOf(
  state: State,
  fees: Parameters<typeof secondsUntilDeactivation>[0]["fees"],
): ReadonlyMap<BytesKey, bigint> {
  const validators = [...state.activeL1Validators()];
  const ends = validators.map(({ endAccumulatedFee }) => endAccumulatedFee);
  const feeState = { current: BigInt(validators.length), excess: state.l1ValidatorExcess() };
  const found = secondsUntilDeactivation(
    { fees, state: feeState, accruedFees: state.accruedFees() },
    { ends, leaving: ends, secondsMax: 1_000_000_000n },
  );
  return new Map(
    validators.flatMap(({ validationID, endAccumulatedFee }) => {
      const seconds = found.get(endAccumulatedFee);
      return seconds === undefined ? [] : [[keyOf(validationID), state.timestamp() + seconds]];
    }),
  );
}
