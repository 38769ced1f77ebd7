import { afterEach, describe, expect, test } from "vitest";
import { emptyId, equalBytes, type Id, type NodeId } from "../../../src/formats/bytes.ts";
import type { ChainHandler } from "../../../src/p2p/chain-handler.ts";
import type { PeerNetwork } from "../../../src/p2p/peer-network.ts";
import { RequestError } from "../../../src/p2p/request-router.ts";
import { newIdentity, startNetwork, until } from "../../support/p2p/nodes.ts";
import { Speaker } from "../../support/p2p/speaker.ts";

const started: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.close()));
});

async function start(...given: Parameters<typeof startNetwork>): Promise<PeerNetwork> {
  const network = await startNetwork(...given);
  started.push(network);
  return network;
}

async function connected(server: PeerNetwork): Promise<Speaker> {
  const speaker = await Speaker.connect(server.listeningAt!);
  started.push(speaker);
  await until(() => server.peer(speaker.identity.certificate.nodeID) !== undefined);
  return speaker;
}

const id = (byte: number): Id => new Uint8Array(32).fill(byte);
const chain: ChainHandler = {
  acceptedFrontier: () => id(3),
  accepted: (ids) => ids.filter((one) => one[0]! <= 3),
  ancestors: (one) => (one[0] === 3 ? [id(3), id(2), id(1)] : []),
  container: (one) => (one[0] === 3 ? Uint8Array.of(3, 3) : undefined),
  chits: () => ({
    preferredID: id(3),
    acceptedID: id(3),
    preferredIDAtHeight: id(2),
    acceptedHeight: 3n,
  }),
};

describe("two nodes", () => {
  async function pair() {
    const server = await start();
    server.handle(emptyId, chain);
    const client = await start();
    client.connect(server.nodeID, server.listeningAt!);
    await until(() => client.peers().length === 1 && server.peers().length === 1);
    return {
      server,
      client,
      target: { nodeID: server.nodeID, chainID: emptyId, timeoutMs: 2_000 },
    };
  }

  test("answer each other's requests", async () => {
    const { client, target } = await pair();
    const { requests } = client;
    expect(await requests.acceptedFrontier(target)).toEqual(id(3));
    expect(await requests.accepted(target, [id(2), id(9)])).toEqual([id(2)]);
    expect(await requests.ancestors(target, id(3))).toEqual([id(3), id(2), id(1)]);
    expect(await requests.ancestors(target, id(9))).toEqual([]);
    expect(await requests.container(target, id(3))).toEqual(Uint8Array.of(3, 3));
    expect(await requests.chits(target, id(1), 2n)).toEqual(
      await chain.chits!({ container: { id: id(1) }, requestedHeight: 2n }, client.nodeID),
    );
    await expect(requests.app(target, Uint8Array.of(9))).rejects.toMatchObject({
      failure: "refused",
      code: -2,
      message: "unregistered handler",
    });
  });

  test("have one GetAncestors under way per peer, and time out for silence", async () => {
    const { server, client, target } = await pair();
    server.handle(emptyId, {});
    const short = { ...target, timeoutMs: 100 };
    const waiting = client.requests.ancestors(short, id(3));
    await expect(client.requests.ancestors(short, id(3))).rejects.toMatchObject({
      failure: "busy",
    });
    await expect(waiting).rejects.toMatchObject({ failure: "timed out" });
    server.handle(emptyId, chain);
    expect(await client.requests.ancestors(target, id(3))).toHaveLength(3);
  });

  test("fail what waits when the peer goes", async () => {
    const { server, client, target } = await pair();
    server.handle(emptyId, { acceptedFrontier: () => new Promise(() => {}) });
    const waiting = client.requests.acceptedFrontier(target);
    await server.close();
    await expect(waiting).rejects.toMatchObject({ failure: "disconnected" });
    await expect(client.requests.acceptedFrontier(target)).rejects.toThrow(RequestError);
  });

  test("see each other as info.peers shows them", async () => {
    const { server, client } = await pair();
    expect(client.peers()[0]).toMatchObject({
      nodeID: server.nodeID,
      version: "avalanchego/1.14.2",
      isInbound: false,
      publicIP: server.listeningAt,
      upgradeTime: 1_607_144_400n,
    });
    expect(server.peers()[0]).toMatchObject({ nodeID: client.nodeID, isInbound: true });
  });

  test("gossip transactions in batches", async () => {
    const { server, client } = await pair();
    const heard: number[] = [];
    server.handle(emptyId, { appGossip: (bytes) => heard.push(bytes.length) });
    const tx = new Uint8Array(15_000);
    expect(client.gossipTxs(emptyId, [tx, tx], [server.nodeID])).toBe(1);
    await until(() => heard.length === 2);
    expect(heard).toEqual([15_004, 15_004]);
  });
});

test("three nodes find each other through one", async () => {
  const [middle, left, right] = [await start(), await start(), await start()];
  for (const node of [left, right]) node.connect(middle.nodeID, middle.listeningAt!);
  await until(() => [middle, left, right].every((node) => node.peers().length === 2));
});

test("a node does not connect to another one than it dialled", async () => {
  const reasons: string[] = [];
  const server = await start();
  const client = await start({ events: { failed: (_, __, reason) => reasons.push(reason) } });
  client.connect(newIdentity().certificate.nodeID, server.listeningAt!);
  await until(() => reasons.length > 0);
  expect(reasons[0]).toContain("another node answers");
  expect(client.peers()).toEqual([]);
});

test("the second connection of a node is closed", async () => {
  const server = await start();
  const first = await connected(server);
  const second = await Speaker.dial(server.listeningAt!, first.identity);
  await second.isClosed();
  expect(server.peers()).toHaveLength(1);
});

test("each ping has exactly one pong, and its uptime is kept", async () => {
  const server = await start();
  const speaker = await connected(server);
  for (let uptime = 1; uptime <= 3; uptime++) {
    speaker.send({ case: "ping", value: { uptimePercent: uptime } });
    await speaker.hears("pong");
  }
  expect(speaker.count("pong")).toBe(0);
  expect(server.peers()[0]!.observedUptimePercent).toBe(3);
});

test("no second ping goes out before the pong to the first", async () => {
  const server = await start({ limits: { pingIntervalMs: 20 } });
  const speaker = await connected(server);
  await speaker.hears("ping");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(speaker.count("ping")).toBe(0);
  expect(server.peers()[0]!.roundTripMs).toBeUndefined();
  speaker.send({ case: "pong", value: {} });
  expect((await speaker.hears("ping")).uptimePercent).toBe(100);
  // Timer and clock may differ.
  expect(server.peers()[0]!.roundTripMs).toBeGreaterThan(100);
});

test("requests before the handshake, junk and messages of other types are skipped", async () => {
  const server = await start();
  server.handle(emptyId, chain);
  const speaker = await Speaker.dial(server.listeningAt!);
  started.push(speaker);
  const deadline = 1_000_000_000n;
  const request = { chainId: emptyId, requestId: 1, deadline };
  speaker.send({ case: "getAcceptedFrontier", value: request });
  speaker.sendBytes(Uint8Array.of(0, 0, 0, 2, 0xff, 0xff));
  speaker.sendBytes(Uint8Array.of(0, 0, 0, 3, 0xa2, 0x02, 0x00));
  speaker.handshake();
  speaker.send({ case: "peerList", value: {} });
  for (const late of [0n, 2n ** 63n]) {
    speaker.send({ case: "getAcceptedFrontier", value: { ...request, deadline: late } });
  }
  speaker.send({ case: "getAcceptedFrontier", value: { ...request, requestId: 2 } });
  expect(await speaker.hears("acceptedFrontier")).toMatchObject({ requestId: 2 });
  expect(speaker.count("acceptedFrontier")).toBe(0);
});

test("unrequested lists of peers are not read", async () => {
  const server = await start({ limits: { peerListsPerSecond: 0.001, peerListsBurst: 2 } });
  server.handle(emptyId, chain);
  const speaker = await connected(server);
  speaker.send({ case: "peerList", value: {} });
  // Reading it would end the connection.
  speaker.send({ case: "peerList", value: { claimedIpPorts: [{ ipPort: 1 }] } });
  const request = { chainId: emptyId, requestId: 7, deadline: 1_000_000_000n };
  speaker.send({ case: "getAcceptedFrontier", value: request });
  expect(await speaker.hears("acceptedFrontier")).toMatchObject({ requestId: 7 });
});

test("a flood of requests for peers gets few lists", async () => {
  const server = await start({ limits: { peerListsPerSecond: 0.001, peerListsBurst: 3 } });
  server.handle(emptyId, chain);
  await connected(server);
  const speaker = await connected(server);
  const knownPeers = { filter: Uint8Array.of(1, ...new Uint8Array(9)), salt: new Uint8Array() };
  for (let count = 0; count < 50; count++) {
    speaker.send({ case: "getPeerList", value: { knownPeers } });
  }
  const request = { chainId: emptyId, requestId: 7, deadline: 1_000_000_000n };
  speaker.send({ case: "getAcceptedFrontier", value: request });
  await speaker.hears("acceptedFrontier");
  // The first list was the peer's own.
  expect(speaker.count("peerList")).toBe(2);
});

test("a silent peer is dropped, and a slow one in the middle of a frame", async () => {
  const server = await start({ limits: { readTimeoutMs: 300 } });
  const silent = await connected(server);
  await silent.isClosed();
  const slow = await connected(server);
  slow.sendBytes(Uint8Array.of(0, 0, 1, 0));
  const drip = setInterval(() => slow.sendBytes(Uint8Array.of(0)), 50);
  await slow.isClosed().finally(() => clearInterval(drip));
});

test("a validator whose BLS signature is by another key is dropped", async () => {
  const failures: string[] = [];
  const other = newIdentity();
  const { blsPublicKey } = await import("../../../src/crypto/bls.ts");
  const server = await start({
    knowledge: { blsKeyOf: () => blsPublicKey(other.blsSecretKey) },
    events: { failed: (_, __, reason) => failures.push(reason) },
  });
  const speaker = await Speaker.dial(server.listeningAt!);
  speaker.handshake();
  await speaker.isClosed();
  expect(failures).toEqual(["handshake: BLS signature is not by the validator's key"]);
});

test("a peer's address is passed on only if it validates", async () => {
  const validators: NodeId[] = [];
  const isValidator = (nodeID: NodeId) => validators.some((one) => equalBytes(one, nodeID));
  const server = await start({ knowledge: { isValidator } });
  const first = await connected(server);
  const second = await Speaker.dial(server.listeningAt!);
  started.push(second);
  second.handshake();
  expect((await second.hears("peerList")).claimedIpPorts).toEqual([]);
  validators.push(first.identity.certificate.nodeID);
  second.send({ case: "peerList", value: {} });
  const empty = { filter: Uint8Array.of(1, ...new Uint8Array(9)), salt: new Uint8Array() };
  second.send({ case: "getPeerList", value: { knownPeers: empty } });
  const { claimedIpPorts } = await second.hears("peerList");
  expect(claimedIpPorts.map(({ certificate }) => certificate)).toEqual([
    first.identity.certificate.der,
  ]);
});
