import { expect, test } from "vitest";
import { defaultLimits } from "../../../src/p2p/limits.ts";
import { PeerSet } from "../../../src/p2p/peer-set.ts";
import { ManualEnvironment } from "../../support/p2p/manual-environment.ts";

test("lets one connection per IP and 10 s upgrade, loopback always", () => {
  const environment = new ManualEnvironment();
  const peers = new PeerSet(environment, defaultLimits);
  expect(peers.beginInboundUpgrade("8.8.8.8")).toBe(true);
  expect(peers.beginInboundUpgrade("8.8.4.4")).toBe(true);
  environment.advance(9_999);
  expect(peers.beginInboundUpgrade("8.8.8.8")).toBe(false);
  environment.advance(1);
  expect(peers.beginInboundUpgrade("8.8.8.8")).toBe(true);
  expect(peers.beginInboundUpgrade("127.0.0.1")).toBe(true);
  expect(peers.beginInboundUpgrade("127.0.0.1")).toBe(true);
});

test("bounds the upgrades under way", () => {
  const peers = new PeerSet(new ManualEnvironment(), { ...defaultLimits, upgradesMax: 2 });
  peers.beginOutboundUpgrade();
  expect(peers.beginInboundUpgrade("127.0.0.1")).toBe(true);
  expect(peers.beginInboundUpgrade("127.0.0.1")).toBe(false);
  expect(peers.hasOutboundRoom).toBe(false);
  peers.endUpgrade();
  expect(peers.beginInboundUpgrade("127.0.0.1")).toBe(true);
});
