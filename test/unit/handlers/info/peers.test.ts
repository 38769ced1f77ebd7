import { describe, expect, it } from "vitest";
import { parseId } from "../../../../src/formats/id.ts";
import { parseNodeId } from "../../../../src/formats/node-id.ts";
import { loadProfile } from "../../../../src/generated/load-profile.ts";
import { peers as avalanchegoPeers } from "../../../../src/handlers/avalanchego/info.ts";
import { info as v112 } from "../../../../src/handlers/avalanchego-1.12/index.ts";
import type { HandlerContext, Peer } from "../../../../src/handlers/context.ts";
import { acps } from "../../../../src/handlers/info/acps.ts";
import { peers } from "../../../../src/handlers/info/peers.ts";
import { ViewCache } from "../../../../src/handlers/views/view-cache.ts";
import { xChainAliases } from "../../../../src/networks/chains.ts";

/*
 * A Couloir node has no peers, so a transcript can only show an empty list. This test passes peers to the handlers
 * directly.
 */
const xChainID = "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed";
const first = "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ";
const second = "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5";
const nowhere = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

const peerOf = (nodeID: string, more: Partial<Peer> = {}): Peer => ({
  ip: "127.0.0.1:43422",
  publicIP: "127.0.0.1:9811",
  nodeID: parseNodeId(nodeID),
  version: "avalanchego/1.12.1",
  upgradeTime: 1607144400n,
  lastSent: 1795229315n,
  lastReceived: 1795229316n,
  observedUptimePercent: 99,
  trackedSubnets: [parseId("11111111111111111111111111111111LpoYY")],
  supportedACPs: [],
  objectedACPs: [],
  benched: [],
  ...more,
});

const connected = [
  peerOf(first, { benched: [parseId(xChainID)], supportedACPs: [23, 77], objectedACPs: [103] }),
  peerOf(second, { supportedACPs: [103] }),
  peerOf(nowhere, { supportedACPs: [77] }),
];

const context = {
  views: new ViewCache(),
  peers: {
    list: (nodeIDs: readonly Uint8Array[]) =>
      nodeIDs.length === 0
        ? connected
        : nodeIDs.flatMap((asked) =>
            connected.filter(({ nodeID }) => Buffer.compare(nodeID, asked) === 0),
          ),
    uptime: () => undefined,
    primaryWeight: () => 18446744073709551615n,
  },
  node: { currentAcps: [] },
  blockchains: { primaryAlias: () => xChainAliases[0] },
  queries: {
    blocks: { lastAccepted: () => ({ height: 0n }) },
    validators: {
      setAt: () => [
        { nodeID: parseNodeId(first), weight: 2000n },
        { nodeID: parseNodeId(second), weight: 18446744073709549615n },
      ],
    },
  },
} as unknown as HandlerContext;

const shown = {
  ip: "127.0.0.1:43422",
  publicIP: "127.0.0.1:9811",
  nodeID: first,
  version: "avalanchego/1.12.1",
  lastSent: "2026-11-21T02:48:35Z",
  lastReceived: "2026-11-21T02:48:36Z",
  observedUptime: "99",
  trackedSubnets: ["11111111111111111111111111111111LpoYY"],
  supportedACPs: [23, 77],
  objectedACPs: [103],
};

describe("info.peers", () => {
  // [spec: 2.2.peer] [spec: 4.1.peers] [spec: 4.1.peers.unconnected]
  it("returns the requested peers that are connected, benched by chain ID", async () => {
    const result = await peers(
      { nodeIDs: [first, "NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu"] },
      context,
    );
    expect(result).toEqual({ numPeers: "1", peers: [{ ...shown, benched: [xChainID] }] });
    const { endpoints } = await loadProfile.spec();
    expect(endpoints.info.methods["info.peers"]!.validateResult(result)).toBeUndefined();
  });

  it("returns all peers if none are requested", async () => {
    const result = await peers({ nodeIDs: [] }, context);
    expect(result.numPeers).toBe("3");
    expect(result.peers.map(({ nodeID }) => nodeID)).toEqual([first, second, nowhere]);
  });

  it("names benched chains by alias in profile avalanchego", async () => {
    const result = await avalanchegoPeers({ nodeIDs: [first] }, context);
    const peer = { ...shown, upgradeTime: 1607144400n, benched: ["X"] };
    expect(result).toEqual({ numPeers: "1", peers: [peer] });
    expect(Object.keys(result.peers[0]!).slice(3, 5)).toEqual(["version", "upgradeTime"]);
    const { endpoints } = await loadProfile.avalanchego();
    expect(endpoints.info.methods["info.peers"]!.validateResult(result)).toBeUndefined();
  });

  it("omits the upgrade of a peer in profile avalanchego-1.12", async () => {
    const result = await v112["info.peers"]({ nodeIDs: [first] }, context);
    expect(result).toEqual({ numPeers: "1", peers: [{ ...shown, benched: ["X"] }] });
    const { endpoints } = await loadProfile["avalanchego-1.12"]();
    expect(endpoints.info.methods["info.peers"]!.validateResult(result)).toBeUndefined();
  });
});

// [spec: 4.1.acps]
it("weighs what the connected validators support and object to", async () => {
  const result = await acps({}, context);
  expect(result).toEqual({
    acps: {
      "23": {
        supportWeight: "2000",
        supporters: [first],
        objectWeight: "0",
        objectors: [],
        abstainWeight: "0",
      },
      "77": {
        supportWeight: "2000",
        supporters: [first],
        objectWeight: "0",
        objectors: [],
        abstainWeight: "0",
      },
      "103": {
        supportWeight: "18446744073709549615",
        supporters: [second],
        objectWeight: "2000",
        objectors: [first],
        abstainWeight: "0",
      },
    },
  });
  const { endpoints } = await loadProfile.spec();
  expect(endpoints.info.methods["info.acps"]!.validateResult(result)).toBeUndefined();
});

it("counts who abstains from the proposals that the followed release lists", async () => {
  const node = { currentAcps: [77, 194] };
  const { acps: found } = await acps({}, { ...context, node } as unknown as HandlerContext);
  expect(Object.keys(found)).toEqual(["23", "77", "103", "194"]);
  expect([
    found["23"]!.abstainWeight,
    found["77"]!.abstainWeight,
    found["194"]!.abstainWeight,
  ]).toEqual(["0", "18446744073709549615", "18446744073709551615"]);
});
