import { expect, test } from "vitest";
import { steadily } from "../../../src/p2p/environment.ts";
import { defaultLimits } from "../../../src/p2p/limits.ts";
import { ReadDeadline } from "../../../src/p2p/peer/read-deadline.ts";
import { PeerSet } from "../../../src/p2p/peer-set.ts";
import { ManualEnvironment } from "../../support/p2p/manual-environment.ts";

const hourMs = 3_600_000;

test("durations continue when the clock of the machine is set back, and count when it is set ahead", () => {
  let nowMs = 5 * hourMs;
  const elapsedMs = steadily(() => nowMs);
  nowMs += 1_000;
  expect(elapsedMs()).toBe(5 * hourMs + 1_000);
  nowMs -= hourMs;
  expect(elapsedMs()).toBe(5 * hourMs + 1_000);
  nowMs += 500;
  expect(elapsedMs()).toBe(5 * hourMs + 1_500);
  nowMs -= hourMs;
  nowMs += 3 * hourMs;
  expect(elapsedMs()).toBe(7 * hourMs + 1_500);
});

test("a silent peer is dropped in time after the clock was set back", () => {
  const environment = new ManualEnvironment();
  const reasons: string[] = [];
  const deadline = new ReadDeadline(environment, 30_000, (reason) => reasons.push(reason));
  deadline.reset();
  environment.setClock(-hourMs);
  environment.advance(30_000);
  expect(reasons).toHaveLength(1);
});

test("an IP may connect again in time after the clock was set back", () => {
  const environment = new ManualEnvironment();
  const peers = new PeerSet(environment, defaultLimits);
  expect(peers.beginInboundUpgrade("8.8.8.8")).toBe(true);
  environment.setClock(-hourMs);
  environment.advance(defaultLimits.upgradeCooldownMs);
  expect(peers.beginInboundUpgrade("8.8.8.8")).toBe(true);
});
