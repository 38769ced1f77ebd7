import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadProfile } from "../../src/generated/load-profile.ts";
import { readExchanges } from "../exchanges/exchange.ts";
import { recordedContainers } from "../exchanges/recorded-containers.ts";
import { startRecordedNode } from "../exchanges/recorded-node.ts";
import { startNode } from "../support/start-node.ts";
import {
  type CoveredCall,
  coverExamples,
  dereferenced,
  type OpenRpcDocument,
  Router,
  validateOpenRPCDocument,
} from "./foreign-tools.ts";

type Started = { readonly url: string; readonly stop: () => Promise<void> };

/** Examples of what a node at its genesis does not have; a node with the chain of their origin answers them. */
const ofOtherChains: Readonly<Record<string, readonly string[]>> = {
  "/ext/bc/P": ["platform.getL1Validator", "platform.getSubnet"],
  "/ext/ledger": ["ledger.getL1Validator", "ledger.getTransactions"],
};

/** Examples of the dev API about a block of another chain, a transaction that nobody has issued and an L1. */
const ofOtherMoments = [
  "dev.acceptBlock",
  "dev.dropTransaction",
  "dev.loadState",
  "dev.revert",
  "dev.signL1ValidatorWeight",
  "dev.signRegisterL1Validator",
  "dev.signWarpMessage",
];

/** Examples of the P-chain's index, by path: what the other indices cannot answer. */
const ofOtherIndices: Readonly<Record<string, readonly string[]>> = {
  "/ext/index/P/block": [],
  "/ext/index/X/block": ["index.getContainerByID", "index.getIndex"],
  "/ext/index/C/block": ["index.getContainerByID", "index.getIndex"],
};

/** Nothing has been accepted into an index of X-chain transactions or vertices since Cortina. */
const ofFullIndices = [
  "index.getContainerByID",
  "index.getContainerByIndex",
  "index.getContainerRange",
  "index.getIndex",
  "index.getLastAccepted",
];

/** The IDs of watches are random: these need that of a watch that was just created. */
const ofNewIDs = [
  "watch.get",
  "watch.pause",
  "watch.remove",
  "watch.replay",
  "watch.resume",
  "watch.rotateSecret",
  "watch.test",
  "watch.update",
];

const user = { username: "alice", password: "k9@XzT4!wq#Lm2pR" };

describe.each(["spec", "avalanchego"] as const)("documents of the profile %s", (profileName) => {
  let fresh: Started;
  let broken: Started;
  let indexed: Started;
  let withL1s: Started;
  const nodes: Started[] = [];
  const endpoints = async () => Object.values((await loadProfile[profileName]()).endpoints);

  beforeAll(async () => {
    const flags = { "api-profile": profileName };
    fresh = await startNode(flags);
    nodes.push(fresh);
    broken = await startNode(flags);
    nodes.push(broken);
    withL1s = await startNode({ ...flags, chain: "etna@35" });
    nodes.push(withL1s);
    indexed = await startRecordedNode({
      now: "2026-11-21T02:47:20Z",
      flags: [`--api-profile=${profileName}`],
      isBootstrapped: true,
      containers: recordedContainers(readExchanges("v1.12.1-local")),
    });
    nodes.push(indexed);
  });
  afterAll(() => Promise.all(nodes.map((node) => node.stop())));

  it("are OpenRPC documents to @open-rpc/schema-utils-js, on every path", async () => {
    const paths = (await endpoints()).flatMap((endpoint) => endpoint.paths);
    for (const path of paths) {
      const document = await discover(fresh, path);
      expect([path, validateOpenRPCDocument(document)]).toEqual([path, true]);
    }
    console.log(`${profileName}: ${paths.length} documents`);
  });

  it("are mocked by the router of @open-rpc/server-js, each method by its first example", async () => {
    for (const { paths } of await endpoints()) {
      const document = await dereferenced(await discover(fresh, paths[0]));
      const router = new Router(document, { mockMode: true });
      for (const method of document.methods) {
        // It answers rpc.discover itself.
        if (method.name === "rpc.discover") continue;
        for (const [i, { params, result }] of method.examples.entries()) {
          const named = params.map(({ value }, at) => [method.params[at]!.name, value] as const);
          const answer = await router.call(method.name, Object.fromEntries(named));
          expect([method.name, answer.error]).toEqual([method.name, undefined]);
          if (i === 0) expect([method.name, answer.result]).toEqual([method.name, result.value]);
        }
      }
    }
  });

  it("pass @open-rpc/test-coverage on the running node", async () => {
    const counts: string[] = [];
    const hasKeystore = (await endpoints()).some(({ api }) => api === "keystore");
    for (const { api, paths } of await endpoints()) {
      if (api === "index") continue;
      // Examples of the platform API belong to a user; those of the keystore API create and delete it.
      if (api === "platform" && hasKeystore) {
        await call(fresh, "/ext/keystore", "keystore.createUser", user);
      }
      if (api === "keystore") await call(fresh, "/ext/keystore", "keystore.deleteUser", user);
      // The dev API moves clocks and breaks what it is asked to break.
      const node = api === "dev" ? broken : fresh;
      const skip = [...Object.values(ofOtherChains).flat(), ...ofOtherMoments, ...ofNewIDs];
      const calls = await cover(node, paths[0], { skip });
      expect(invalidOf(calls)).toEqual([]);
      counts.push(`${paths[0]} ${calls.length}`);
    }
    await expectRefused(broken, "/ext/dev", ofOtherMoments);
    await expectRefused(fresh, "/ext/watch", ofNewIDs);
    for (const [path, only] of Object.entries(ofOtherChains)) {
      await expectRefused(fresh, path, only);
      const calls = await cover(withL1s, path, { only });
      expect(invalidOf(calls)).toEqual([]);
      counts.push(`${path} of another chain ${calls.length}`);
    }
    console.log(`${profileName}: calls valid: ${counts.join(", ")}`);
  });

  it("pass @open-rpc/test-coverage on each index, for the containers that exist", async () => {
    const index = (await endpoints()).find(({ api }) => api === "index")!;
    for (const path of index.paths) {
      const skip = ofOtherIndices[path] ?? ofFullIndices;
      const calls = await cover(indexed, path, { skip });
      expect(invalidOf(calls)).toEqual([]);
      if (skip.length === 0) continue;
      await expectRefused(indexed, path, skip);
      console.log(
        `${profileName}: ${path}: ${calls.length} calls valid, skipped: ${skip.join(", ")}`,
      );
    }
  });

  it("are distinguished from wrong ones by @open-rpc/test-coverage", async () => {
    const document = await dereferenced(await discover(fresh, "/ext/info"));
    const wrong = {
      ...document,
      servers: [{ url: `${fresh.url}/ext/info` }],
      methods: document.methods
        .filter(({ name }) => name === "info.getNodeID")
        .map((method) => ({ ...method, result: { ...method.result, schema: { type: "array" } } }))
        .map((method) => ({ ...method, examples: [{ params: [], result: { value: {} } }] })),
    };
    const calls = await coverExamples(wrong, {});
    expect(calls.map(({ valid }) => valid)).toEqual([false]);
  });
});

async function cover(
  node: Started,
  path: string,
  methods: Parameters<typeof coverExamples>[1],
): Promise<readonly CoveredCall[]> {
  const document = await dereferenced(await discover(node, path));
  return coverExamples({ ...document, servers: [{ url: node.url + path }] }, methods);
}

/** Methods are left out only where the node has nothing to answer their examples with, and says so. */
async function expectRefused(node: Started, path: string, methods: readonly string[]) {
  const calls = await cover(node, path, { only: methods });
  const refused = calls.filter(({ reason }) => reason?.includes("but got an error"));
  const names = [...new Set(refused.map(({ methodName }) => methodName))];
  expect([path, ...names.sort()]).toEqual([path, ...methods]);
}

function invalidOf(calls: readonly CoveredCall[]): string[] {
  return calls
    .filter(({ valid }) => valid !== true)
    .map(({ methodName, title, reason }) => `${methodName}: ${title}: ${reason}`);
}

async function discover(node: Started, path: string): Promise<OpenRpcDocument> {
  return (await call(node, path, "rpc.discover", {})) as OpenRpcDocument;
}

async function call(node: Started, path: string, method: string, params: object) {
  const response = await fetch(node.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
