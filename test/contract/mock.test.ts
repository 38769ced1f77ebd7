import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import type { JsonValue } from "../../src/formats/json.ts";
import type { ProfileName } from "../../src/generated/errors.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import type { Endpoint } from "../../src/generated/profile.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { documentsOf } from "../../src/node/apis/documents.ts";
import { callNode } from "../support/call-node.ts";
import { startNode } from "../support/start-node.ts";

type Example = {
  readonly params: readonly { readonly name: string; readonly value: JsonValue }[];
  readonly result: { readonly value: JsonValue };
};

type MockedMethod = { readonly name: string; readonly examples?: readonly Example[] };

const logged: string[] = [];
const note = (fields: object, message: string) => logged.push(`${message} ${Object.keys(fields)}`);
const log = { error: note, warn: note };

async function startMock(directory: string, ...flags: readonly string[]) {
  const raw = await readRawConfig([`--data-dir=${directory}`, "--http-port=0", ...flags], {});
  const server = await createMockServer(nodeConfig(raw), log);
  const { host, port } = await server.start();
  return { url: `http://${host}:${port}`, stop: () => server.stop(1_000) };
}

describe.each(["spec", "avalanchego"] as const)("the mock of profile %s", (profile) => {
  let directory = "";
  let mock: Awaited<ReturnType<typeof startMock>>;
  let endpoints: readonly Endpoint[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "couloir-mock-"));
    mock = await startMock(directory, `--api-profile=${profile}`);
    endpoints = Object.values((await loadProfile[profile]()).endpoints);
  });

  afterAll(async () => {
    await mock.stop();
    await rm(directory, { recursive: true });
  });

  it("returns the result of every example, on every path", async () => {
    let answered = 0;
    for (const { name, examples = [], endpoint } of mockedMethods(profile, endpoints)) {
      for (const [at, { params, result }] of examples.entries()) {
        // Of examples with the same params, the first is answered.
        if (examples.findIndex((other) => isDeepStrictEqual(params, other.params)) < at) continue;
        const named = Object.fromEntries(params.map((param) => [param.name, param.value]));
        for (const path of endpoint.paths) {
          const answer = await callNode(mock.url, name, named, path);
          expect([path, name, answer]).toEqual([path, name, { ...answer, result: result.value }]);
          answered += 1;
        }
      }
    }
    expect(answered).toBeGreaterThan(150);
  });

  it("responds to calls without an example with a result that matches the schema", async () => {
    const { result } = await callNode(mock.url, "info.isBootstrapped", { chain: "somewhere" });
    expect(result).toMatchObject({ isBootstrapped: expect.any(Boolean) });
    for (let height = 100; height < 120; height++) {
      // Their result is checked against its schema before it leaves.
      const block = await callNode(mock.url, "platform.getBlockByHeight", { height });
      expect(block.result).toHaveProperty("block");
    }
    expect(logged).toEqual([]);
  });

  it("rejects invalid params with a node's own messages", async () => {
    const node = await startNode({ "api-profile": profile });
    try {
      const ask = (url: string) => callNode(url, "platform.getTx", { txID: 5 });
      expect((await ask(mock.url)).error).toEqual((await ask(node.url)).error);
    } finally {
      await node.stop();
    }
  });

  it("responds to the GET routes, rpc.discover and unknown paths", async () => {
    const health = await fetch(`${mock.url}/ext/health`);
    expect([200, 503]).toContain(health.status);
    expect(await health.json()).toHaveProperty("healthy");
    const discovered = await callNode(mock.url, "rpc.discover", {}, "/ext/P");
    expect(discovered.result).toHaveProperty("openrpc", "1.3.2");
    expect((await fetch(`${mock.url}/ext/nothing`)).status).toBe(404);
  });

  it("survives what ends server-js' own transport", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["[null]", "null", '{"jsonrpc":"2.0","method":"info.isBootstrapped"}']) {
      await fetch(`${mock.url}/ext/info`, { method: "POST", headers, body });
    }
    expect((await callNode(mock.url, "info.getNetworkID", {})).error).toBeUndefined();
  });

  it("writes no file", async () => {
    expect(await readdir(directory)).toEqual([]);
  });
});

it("switches APIs off as a node does", async () => {
  const mock = await startMock(join(tmpdir(), "couloir-mock-none"), "--public");
  try {
    const answer = await fetch(`${mock.url}/ext/keystore`, { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining("--public"),
    ]);
  } finally {
    await mock.stop();
  }
});

function mockedMethods(profile: ProfileName, endpoints: readonly Endpoint[]) {
  const documents = documentsOf(profile)();
  return endpoints.flatMap((endpoint) => {
    const document = documents.get(endpoint.api);
    const { methods } = document as unknown as { readonly methods: readonly MockedMethod[] };
    return methods
      .filter(({ name }) => name !== "rpc.discover")
      .map((method) => ({ ...method, endpoint }));
  });
}
