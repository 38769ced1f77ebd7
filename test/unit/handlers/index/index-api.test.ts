import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { loadProfile } from "../../../../src/generated/load-profile.ts";
import { profileHandlers } from "../../../../src/node/apis/profile-handlers.ts";
import type { Description } from "../../../../src/rpc/http/description.ts";
import { RpcServer } from "../../../../src/rpc/http/server.ts";
import { type IndexPath, indexPaths } from "../../../../src/store/container-log.ts";
import {
  contentOf,
  linkedBlocks,
  openIndices,
  shown,
  type TestIndices,
} from "../../../support/containers.ts";
import { FixedData } from "../../../support/fixed-data.ts";

const blocks = linkedBlocks(
  "P/block",
  Array.from({ length: 1_100 }, (_, i) => contentOf(i)),
);
const containers = blocks.map(shown);
const xBlocks = linkedBlocks("X/block", [contentOf(1)]);

type Served = {
  /** Sends a body and gives the text of the answer. */
  readonly send: (body: unknown, path?: IndexPath) => Promise<string>;
  readonly call: (method: string, params?: object, path?: IndexPath) => Promise<JsonRpc>;
  readonly stop: () => Promise<void>;
};

type JsonRpc = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

async function serve(name: "spec" | "avalanchego", { indexer }: TestIndices): Promise<Served> {
  const profile = await loadProfile[name]();
  const endpoint = profile.endpoints.index;
  const description: Description = {
    dialect: name === "spec" ? "json-rpc" : "gorilla",
    routes: endpoint.paths.map((path) => ({
      paths: [path],
      base: path,
      methods: endpoint.methods,
      handlers: { ...profileHandlers[name].index, "rpc.discover": () => ({}) },
      context: { containers: indexer.logs[path.slice("/ext/index/".length) as IndexPath] },
    })),
    gets: [],
    disabled: [],
    headers: {},
    errorForm: (error) => profile.errorForm(error as Parameters<typeof profile.errorForm>[0]),
    data: new FixedData(),
    randomID: () => "log",
    log: {
      error: (fields) => {
        throw new Error(JSON.stringify(fields));
      },
      warn: () => {},
    },
  };
  const server = new RpcServer(description, {
    host: "127.0.0.1",
    port: 0,
    allowedHosts: ["localhost"],
    allowedOrigins: ["*"],
  });
  const { port } = await server.start();
  const send = async (body: unknown, path: IndexPath = "P/block") => {
    const answer = await fetch(`http://127.0.0.1:${port}/ext/index/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.text();
  };
  return {
    send,
    call: async (method, params = {}, path = "P/block") => {
      const request = { jsonrpc: "2.0", id: 1, method: `index.${method}`, params };
      const json = JSON.parse(await send(request, path)) as JsonRpc;
      const { validateResult } = endpoint.methods[`index.${method}`]!;
      if (json.result !== undefined) expect(validateResult(json.result)).toBeUndefined();
      return json;
    },
    stop: () => server.stop(1_000),
  };
}

let indices: TestIndices;
beforeAll(() => {
  indices = openIndices();
  indices.indexer.logs["P/block"].append(blocks);
  indices.indexer.logs["X/block"].append(xBlocks);
});
afterAll(() => indices.close());

// specification, sections 2.2, 4.5, 7 and 8
describe("the index API in profile spec", () => {
  let node: Served;
  beforeAll(async () => {
    node = await serve("spec", indices);
  });
  afterAll(() => node.stop());

  it("finds a container by ID and by index", async () => {
    for (const index of [0, 7, 1_099]) {
      const expected = { result: containers[index] };
      const { id } = containers[index]!;
      expect(await node.call("getContainerByID", { id, encoding: "hex" })).toMatchObject(expected);
      expect(await node.call("getContainerByIndex", { index })).toMatchObject(expected);
      const text = index.toString();
      expect(await node.call("getContainerByIndex", { index: text })).toMatchObject(expected);
      expect(await node.call("getIndex", { id, encoding: "hex" })).toMatchObject({
        result: { index: text },
      });
      expect(await node.call("isAccepted", { id })).toMatchObject({ result: { isAccepted: true } });
    }
    expect(await node.call("getLastAccepted")).toMatchObject({ result: containers.at(-1) });
  });

  it("knows each path's own containers", async () => {
    const { id } = containers[0]!;
    for (const path of indexPaths.filter((other) => other !== "P/block")) {
      expect(await node.call("getContainerByID", { id }, path)).toMatchObject(error("not found"));
      expect(await node.call("getIndex", { id }, path)).toMatchObject(error("not found"));
      expect(await node.call("isAccepted", { id }, path)).toMatchObject({
        result: { isAccepted: false },
      });
    }
    expect(await node.call("getLastAccepted", {}, "X/block")).toMatchObject({
      result: shown(xBlocks[0]!, 0),
    });
  });

  it("returns a range as the whole result", async () => {
    const range = (startIndex: number | string, numToFetch: number | string) =>
      node.call("getContainerRange", { startIndex, numToFetch, encoding: "hex" });
    expect(await range(0, 1024)).toMatchObject({ result: containers.slice(0, 1024) });
    expect(await range("5", "3")).toMatchObject({ result: containers.slice(5, 8) });
    expect(await range(1_099, 1)).toMatchObject({ result: [containers[1_099]] });
    expect(await range(1_000, 1_024)).toMatchObject({ result: containers.slice(1_000) });
  });

  it("returns an empty range if none is requested, whatever the start", async () => {
    for (const startIndex of [0, 1_100, "18446744073709551615"]) {
      const params = { startIndex, numToFetch: 0 };
      expect((await node.call("getContainerRange", params)).result).toEqual([]);
      expect((await node.call("getContainerRange", params, "X/vtx")).result).toEqual([]);
    }
  });

  it.each([
    [0, 1_025, "numToFetch must be in [0,1024] but is 1025"],
    [9_999, "18446744073709551615", "numToFetch must be in [0,1024] but is 18446744073709551615"],
    [1_100, 1, "start index (1100) > last accepted index (1099)"],
    [
      "18446744073709551615",
      1_024,
      "start index (18446744073709551615) > last accepted index (1099)",
    ],
  ])("refuses the range from %s of %s", async (startIndex, numToFetch, message) => {
    const params = { startIndex, numToFetch };
    expect(await node.call("getContainerRange", params)).toMatchObject(error(message));
  });

  it.each(["X/tx", "X/vtx", "C/block"] as const)("says that %s is empty", async (path) => {
    const none = error("no containers have been accepted");
    expect(await node.call("getLastAccepted", {}, path)).toMatchObject(none);
    const params = { startIndex: 0, numToFetch: 1 };
    expect(await node.call("getContainerRange", params, path)).toMatchObject(none);
    expect(await node.call("getContainerByIndex", { index: 0 }, path)).toMatchObject(
      error("no container at index 0"),
    );
  });

  it("rejects an index that no container has", async () => {
    for (const index of ["1100", "18446744073709551615"]) {
      expect(await node.call("getContainerByIndex", { index })).toMatchObject(
        error(`no container at index ${index}`),
      );
    }
  });

  it.each([
    ["getContainerByID", {}, "id"],
    ["getContainerByID", { id: "" }, "id"],
    ["getIndex", { id: `${formatId(emptyId).slice(0, -1)}Z` }, "id"],
    ["isAccepted", { id: 5 }, "id"],
    ["getContainerByIndex", {}, "index"],
    ["getContainerByIndex", { index: -1 }, "index"],
    ["getContainerByIndex", { index: "18446744073709551616" }, "index"],
    ["getContainerByIndex", { index: 0, encoding: "hexnc" }, "encoding"],
    ["getLastAccepted", { encoding: "json" }, "encoding"],
    ["getContainerRange", { numToFetch: 1 }, "startIndex"],
    ["getContainerRange", { startIndex: 0 }, "numToFetch"],
    ["getContainerRange", { startIndex: 0, numToFetch: 1.5 }, "numToFetch"],
  ])("refuses %s of %j by field", async (method, params, field) => {
    const { error: refusal } = await node.call(method, params);
    expect(refusal).toMatchObject({ code: -32602, data: { field } });
  });

  it("returns ranges in a batch and as a notification", async () => {
    const call = {
      jsonrpc: "2.0",
      method: "index.getContainerRange",
      params: [{ startIndex: 0, numToFetch: 2 }],
    };
    const text = await node.send([{ ...call, id: "a" }, call, { ...call, id: "b" }]);
    expect(JSON.parse(text)).toEqual([
      { jsonrpc: "2.0", result: containers.slice(0, 2), id: "a" },
      { jsonrpc: "2.0", result: containers.slice(0, 2), id: "b" },
    ]);
  });
});

// avalanchego indexer/{index,service}.go @ v1.12.1
describe("the index API in profile avalanchego", () => {
  let node: Served;
  beforeAll(async () => {
    node = await serve("avalanchego", indices);
  });
  afterAll(() => node.stop());

  it("returns a range in an object, its members in Go's order", async () => {
    const params = { startIndex: 1, numToFetch: 2 };
    const request = { jsonrpc: "2.0", id: 1, method: "index.getContainerRange", params };
    expect(await node.send(request)).toBe(
      `{"jsonrpc":"2.0","result":{"containers":${JSON.stringify(containers.slice(1, 3))}},"id":1}\n`,
    );
    const all = await node.call("getContainerRange", { numToFetch: 1_024 });
    expect(all.result).toEqual({ containers: containers.slice(0, 1_024) });
  });

  it.each([
    [{ startIndex: 0 }, "numToFetch must be in [1,1024] but is 0"],
    [{ startIndex: 0, numToFetch: 0 }, "numToFetch must be in [1,1024] but is 0"],
    [{ startIndex: 9_999, numToFetch: 1_025 }, "numToFetch must be in [1,1024] but is 1025"],
    [{ startIndex: 1_100, numToFetch: 1 }, "start index (1100) > last accepted index (1099)"],
  ])("refuses the range %j", async (params, message) => {
    expect(await node.call("getContainerRange", params)).toMatchObject(error(message));
  });

  it("responds in any encoding of bytes", async () => {
    const [first] = containers;
    const bytes = first!.bytes.slice(0, -8);
    for (const [encoding, expected] of [
      ["HEX", first],
      ["hexc", { ...first, encoding: "hexc" }],
      ["hexnc", { ...first, bytes, encoding: "hexnc" }],
    ]) {
      const { id } = first!;
      const one = { result: expected };
      expect(await node.call("getContainerByIndex", { index: 0, encoding })).toMatchObject(one);
      expect(await node.call("getContainerByID", { id, encoding })).toMatchObject(one);
      const range = { startIndex: 0, numToFetch: 1, encoding };
      expect((await node.call("getContainerRange", range)).result).toEqual({
        containers: [expected],
      });
    }
  });

  it("finds out last that json is no encoding", async () => {
    const encoding = "json";
    const unsupported = error("unsupported encoding in method");
    expect(await node.call("getLastAccepted", { encoding })).toMatchObject(unsupported);
    expect(await node.call("getContainerByIndex", { encoding })).toMatchObject(unsupported);
    const range = { numToFetch: 1, encoding };
    expect(await node.call("getContainerRange", range)).toMatchObject(unsupported);
    expect(await node.call("getContainerByID", { encoding })).toMatchObject(error("not found"));
    expect(await node.call("getLastAccepted", { encoding }, "X/tx")).toMatchObject(
      error("no containers have been accepted"),
    );
  });

  it("reads missing params as zero", async () => {
    expect(await node.call("getContainerByIndex")).toMatchObject({ result: containers[0] });
    expect(await node.call("getIndex")).toMatchObject(error("not found"));
    expect(await node.call("isAccepted")).toMatchObject({ result: { isAccepted: false } });
  });
});

function error(message: string): JsonRpc {
  return { error: { code: -32000, message } };
}
