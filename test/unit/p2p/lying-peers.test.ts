import { afterAll, beforeAll, expect, test } from "vitest";
import { signIp } from "../../../src/p2p/identity/own-identity.ts";
import type { PeerNetwork } from "../../../src/p2p/peer-network.ts";
import { encodeFrame } from "../../../src/p2p/wire/frames.ts";
import { newIdentity, startNetwork, until } from "../../support/p2p/nodes.ts";
import { Speaker } from "../../support/p2p/speaker.ts";
import { endlessBlockFrame, repeatedByteFrame } from "../../support/p2p/zstd.ts";

let server: PeerNetwork;
const reasons: string[] = [];

beforeAll(async () => {
  server = await startNetwork({
    events: {
      disconnected: (_, reason) => reasons.push(reason),
      failed: (_, __, reason) => reasons.push(reason),
    },
  });
});
afterAll(() => server.close());

const unixNow = () => BigInt(Math.floor(Date.now() / 1000));
const flipped = (bytes: Uint8Array) =>
  bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));
const subnet = new Uint8Array(32);
const client = { name: "avalanchego", major: 1, minor: 14, patch: 2 };

test.each<[string, (speaker: Speaker) => Parameters<Speaker["handshake"]>[0], string]>([
  ["network ID", () => ({ networkId: 1 }), "network ID 1 != 12345"],
  ["clock, late", () => ({ myTime: unixNow() - 62n }), "clocks differ"],
  ["clock, early", () => ({ myTime: unixNow() + 63n }), "clocks differ"],
  ["subnets", () => ({ trackedSubnets: new Array(17).fill(subnet) }), "17 tracked subnets"],
  ["subnet ID", () => ({ trackedSubnets: [new Uint8Array(31)] }), "malformed subnet ID"],
  ["salt", () => ({ knownPeers: { filter: Uint8Array.of(1), salt: new Uint8Array(33) } }), "salt"],
  ["filter", () => ({ knownPeers: { filter: Uint8Array.of(17) } }), "bloom filter: 17 hashes"],
  ["IP", () => ({ ipAddr: new Uint8Array(5) }), "IP address of 5 bytes"],
  ["port", () => ({ ipPort: 65_536 }), "port 0"],
  ["signing time", () => ({ ipSigningTime: unixNow() + 70n }), "too far in the future"],
  ["TLS signature", () => ({ ipTlsSignature: new Uint8Array(70) }), "invalid TLS signature"],
  ["signed port", () => ({ ipPort: 1 }), "invalid TLS signature"],
  ["BLS signature", () => ({ ipBlsSignature: new Uint8Array(96) }), "BLS signature"],
  ["old version", () => ({ client: { ...client, minor: 13 } }), "avalanchego/1.13.2 is not"],
  ["major version", () => ({ client: { ...client, major: 2 } }), "avalanchego/2.14.2 is not"],
])("a handshake with a wrong %s is the end", async (_, changes, reason) => {
  const speaker = await Speaker.dial(server.listeningAt!);
  speaker.handshake(changes(speaker));
  await speaker.isClosed();
  expect(reasons.at(-1)).toContain(reason);
});

const compressed = (frame: Uint8Array) => {
  const length = frame.length;
  const varint = [(length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14];
  return encodeFrame(Uint8Array.from([0x12, ...varint, ...frame]));
};

test.each<[string, (speaker: Speaker) => void, string]>([
  ["a second handshake", (speaker) => speaker.handshake(), "second handshake"],
  ["a pong without a ping", (speaker) => speaker.send({ case: "pong", value: {} }), "pong without"],
  [
    "an uptime above 100",
    (speaker) => speaker.send({ case: "ping", value: { uptimePercent: 101 } }),
    "uptime of 101",
  ],
  [
    "an oversized frame",
    (speaker) => speaker.sendBytes(Uint8Array.of(0, 0x20, 0, 1)),
    "2097153 bytes is larger",
  ],
  [
    "a compression bomb",
    (speaker) => speaker.sendBytes(compressed(repeatedByteFrame(60, 131_072))),
    "output larger than 2 MiB",
  ],
  [
    "a block of endless copies",
    (speaker) => speaker.sendBytes(compressed(endlessBlockFrame())),
    "timed out",
  ],
  [
    "a request for peers without a filter",
    (speaker) => speaker.send({ case: "getPeerList", value: {} }),
    "bloom filter",
  ],
  [
    "a malformed certificate",
    (speaker) => speaker.send({ case: "peerList", value: { claimedIpPorts: [{ ipPort: 1 }] } }),
    "malformed certificate",
  ],
  [
    "an address with an altered signature",
    (speaker) => {
      const { certificate } = newIdentity();
      const claim = signIp(newIdentity(), { ip: "127.0.0.1", port: 1 }, 1n);
      const wire = {
        certificate: certificate.der,
        ipAddr: Uint8Array.of(127, 0, 0, 1),
        ipPort: 1,
        timestamp: 1n,
        signature: flipped(claim.tlsSignature),
      };
      speaker.send({ case: "peerList", value: { claimedIpPorts: [wire] } });
    },
    "invalid TLS signature",
  ],
  [
    "nothing but junk",
    (speaker) => {
      for (let count = 0; count < 5; count++)
        speaker.sendBytes(encodeFrame(new Uint8Array(9).fill(0xab)));
    },
    "5 malformed messages in a row",
  ],
])("%s is the end of a connection", async (_, lie, reason) => {
  const speaker = await Speaker.connect(server.listeningAt!);
  await until(() => server.peer(speaker.identity.certificate.nodeID) !== undefined);
  lie(speaker);
  await speaker.isClosed();
  expect(reasons.at(-1)).toContain(reason);
});

test("an honest peer still connects", async () => {
  const speaker = await Speaker.connect(server.listeningAt!);
  await until(() => server.peers().length === 1);
  speaker.close();
});
