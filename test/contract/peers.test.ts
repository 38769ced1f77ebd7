import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { keyOf } from "../../src/formats/bytes.ts";
import { parseId } from "../../src/formats/id.ts";
import { parseNodeId } from "../../src/formats/node-id.ts";
import type { Peer } from "../../src/handlers/context.ts";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";

// A node of this program opens no connections, so these are injected where the node is assembled. Everything else
// is real: HTTP, the method table, the check of params and of the result.
vi.mock(import("../../src/node/apis/no-peers.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    noPeers: (...args: Parameters<typeof actual.noPeers>) => ({
      ...actual.noPeers(...args),
      list: (nodeIDs: readonly Uint8Array[]) => {
        const asked = new Set(nodeIDs.map(keyOf));
        return asked.size === 0
          ? connected
          : connected.filter(({ nodeID }) => asked.has(keyOf(nodeID)));
      },
    }),
  };
});

const nodeIDs = [
  "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
  "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5",
  "NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu",
];
const absent = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

const connected = nodeIDs.map(
  (nodeID, index): Peer => ({
    ip: `127.0.0.1:${43422 + index}`,
    publicIP: `127.0.0.1:${9811 + index}`,
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
  }),
);

let node: StartedNode;
beforeAll(async () => {
  node = await startNode({});
});
afterAll(() => node?.stop());

async function peersOf(params: { nodeIDs?: string[] }): Promise<unknown> {
  const { result } = (await callNode(node.url, "info.peers", params)) as {
    result: { numPeers: string; peers: { nodeID: string }[] };
  };
  return { numPeers: result.numPeers, nodeIDs: result.peers.map(({ nodeID }) => nodeID) };
}

// [spec: 4.1.peers.all]
it("info.peers returns every connection without nodeIDs and with none in it", async () => {
  expect(await peersOf({})).toEqual({ numPeers: "3", nodeIDs });
  expect(await peersOf({ nodeIDs: [] })).toEqual({ numPeers: "3", nodeIDs });
});

// [spec: 4.1.peers.unconnected]
it("info.peers returns only the named connections", async () => {
  expect(await peersOf({ nodeIDs: [absent, nodeIDs[1]!] })).toEqual({
    numPeers: "1",
    nodeIDs: [nodeIDs[1]],
  });
});
