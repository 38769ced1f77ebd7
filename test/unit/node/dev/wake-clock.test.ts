import { expect, test } from "vitest";
import { NodeClock } from "../../../../src/node/clock.ts";
import { DevSettings } from "../../../../src/node/dev/dev-settings.ts";
import { wakeClock } from "../../../../src/node/dev/wake-clock.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import { acceptBlock, localGenesis, openGenesisChain } from "../../../support/genesis-chain.ts";

const daySeconds = 86_400n;
const startTime = 1_791_000_000n;
/** That of the fifth validator, four offsets of 90 minutes before the year is over. */
const firstEnd = startTime + 365n * daySeconds - 4n * 5400n;
const local = { genesis: undefined };

function clockAt(unixSeconds: bigint): NodeClock {
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Number(unixSeconds) * 1000);
  return clock;
}

test("a chain that was stopped beyond the end of its validators resumes thirty days before it", () => {
  const chain = openGenesisChain(localGenesis(startTime));
  const clock = clockAt(startTime + 500n * daySeconds);
  wakeClock(clock, chain, local, silentLog);
  expect(clock.nowSeconds()).toBe(firstEnd - 30n * daySeconds);
});

test("it wakes no earlier than its last block", () => {
  const chain = openGenesisChain(localGenesis(startTime));
  const lastBlock = firstEnd - 3n * daySeconds;
  acceptBlock(chain, (state) => state.setTimestamp(lastBlock));
  const clock = clockAt(firstEnd);
  wakeClock(clock, chain, local, silentLog);
  expect(clock.nowSeconds()).toBe(lastBlock);
});

test("the clock of a chain that was stopped for less, or has a genesis of the user's, does not change", () => {
  const chain = openGenesisChain(localGenesis(startTime));
  for (const [now, genesis] of [
    [firstEnd - 1n, undefined],
    [firstEnd + 1n, { content: new Uint8Array() }],
  ] as const) {
    const clock = clockAt(now);
    wakeClock(clock, chain, { genesis }, silentLog);
    expect(clock.nowSeconds()).toBe(now);
  }
});

test("a clock that a developer moved is as far from the machine's as before", () => {
  const chain = openGenesisChain(localGenesis(startTime));
  const moved = new NodeClock();
  moved.advance(5_000_000);
  new DevSettings(chain.store.metadata).keepClock(moved);
  const clock = new NodeClock();
  wakeClock(clock, chain, { genesis: { content: new Uint8Array() } }, silentLog);
  expect(Math.round(clock.offsetMillis / 1000)).toBe(5000);
});
