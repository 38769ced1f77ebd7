import { expect, test } from "vitest";
import { Dialer, type DialerHost } from "../../../src/p2p/dialer.ts";
import { defaultLimits } from "../../../src/p2p/limits.ts";
import { ManualEnvironment } from "../../support/p2p/manual-environment.ts";

const nodeID = (byte: number) => new Uint8Array(20).fill(byte);
const publicAddress = { ip: "8.8.8.8", port: 9651 };
const loopback = { ip: "127.0.0.1", port: 9651 };

function setUp(changes: Partial<DialerHost> = {}) {
  const environment = new ManualEnvironment();
  const startMs = environment.nowMs();
  const dials: { atMs: number; node: number; fail: () => void }[] = [];
  const dialer = new Dialer({
    environment,
    limits: defaultLimits,
    allowPrivateIPs: true,
    isPresent: () => false,
    isWanted: () => true,
    hasRoom: () => true,
    dial: (id, _, fail) => dials.push({ atMs: environment.nowMs() - startMs, node: id[0]!, fail }),
    refused: () => {},
    ...changes,
  });
  return { environment, dialer, dials };
}

test("backs off from 1 s to at most 1 min, by chance", () => {
  const { environment, dialer, dials } = setUp();
  dialer.track(nodeID(1), loopback, false);
  for (let attempt = 1; attempt <= 14; attempt++) {
    environment.advance(60_000);
    expect(dials).toHaveLength(attempt);
    dials.at(-1)!.fail();
  }
  environment.advance(60_000);
  expect(dials[0]!.atMs).toBe(0);
  // Each attempt was failed at the end of a minute, so the delay is what remains of the next one.
  const delays = dials.slice(1).map(({ atMs }, at) => atMs - (at + 1) * 60_000);
  expect(delays[0]).toBeGreaterThanOrEqual(1_000);
  expect(delays[0]).toBeLessThan(2_000);
  for (const [at, delay] of delays.entries()) {
    expect(delay).toBeLessThanOrEqual(60_000);
    if (at > 10) expect(delay).toBeGreaterThanOrEqual(45_000);
  }
});

test("dials one IP every 10 s, whatever nodes claim it; loopback is exempt", () => {
  const { environment, dialer, dials } = setUp();
  for (const byte of [1, 2, 3]) dialer.track(nodeID(byte), publicAddress, false);
  environment.advance(25_000);
  expect(dials.map(({ atMs }) => atMs)).toEqual([0, 10_000, 20_000]);
  for (const byte of [4, 5, 6]) dialer.track(nodeID(byte), loopback, false);
  environment.advance(1);
  expect(dials).toHaveLength(6);
});

test("waits no longer than that after the clock was set back", () => {
  const { environment: clock, dialer, dials } = setUp();
  dialer.track(nodeID(1), publicAddress, false);
  clock.advance(0);
  expect(dials).toHaveLength(1);
  clock.setClock(-3_600_000);
  dials[0]!.fail();
  clock.advance(10_000);
  expect(dials).toHaveLength(2);
});

test("makes 50 dials a second at most", () => {
  const { environment, dialer, dials } = setUp();
  for (let byte = 0; byte < 200; byte++) {
    dialer.track(nodeID(byte), { ip: `8.8.8.${byte}`, port: 1 }, false);
  }
  environment.advance(1_000);
  expect(dials.length).toBeLessThanOrEqual(101);
  environment.advance(3_000);
  expect(dials).toHaveLength(200);
});

test.each(["10.0.0.1", "192.168.1.1", "172.16.0.1", "127.0.0.1", "169.254.1.1", "::1", "fd00::1"])(
  "never dials %s where private IPs are not allowed",
  (ip) => {
    const { environment, dialer, dials } = setUp({ allowPrivateIPs: false });
    dialer.track(nodeID(1), { ip, port: 9651 }, true);
    environment.advance(600_000);
    expect(dials).toEqual([]);
  },
);

test("gives up nodes that are no longer wanted, but not those asked for", () => {
  const { environment, dialer, dials } = setUp({ isWanted: () => false });
  dialer.track(nodeID(1), loopback, false);
  dialer.track(nodeID(2), loopback, true);
  environment.advance(100);
  expect(dials.map(({ node }) => node)).toEqual([2]);
});

test("waits longest for a node that broke the protocol", () => {
  const { environment, dialer, dials } = setUp();
  dialer.track(nodeID(1), loopback, true);
  environment.advance(0);
  dialer.disconnected(nodeID(1), true);
  environment.advance(44_999);
  expect(dials).toHaveLength(1);
  environment.advance(15_001);
  expect(dials).toHaveLength(2);
});

test("dials nothing once stopped", () => {
  const { environment, dialer, dials } = setUp();
  dialer.track(nodeID(1), loopback, true);
  dialer.stop();
  dialer.track(nodeID(2), loopback, true);
  environment.advance(100_000);
  expect(dials).toEqual([]);
});

test("says that it does not dial the private address of a bootstrapper", () => {
  const reasons: string[] = [];
  const { environment, dialer, dials } = setUp({
    allowPrivateIPs: false,
    refused: (_, address, reason) => reasons.push(`${address.ip}: ${reason}`),
  });
  dialer.track(nodeID(1), loopback, true);
  dialer.track(nodeID(2), loopback, false);
  environment.advance(1);
  expect(dials).toEqual([]);
  expect(reasons).toEqual([
    "127.0.0.1: the address is private; pass --network-allow-private-ips to connect to private addresses",
  ]);
});
