import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { CachedResult, ResponseCache } from "../../../src/rpc/json-rpc/cache.ts";
import { FixedData } from "../../support/fixed-data.ts";
import { entry, makeToy, send, startToy, type Toy, table } from "./toy.ts";

describe("lifetimes over HTTP", () => {
  let toy: Toy;
  let server: RpcServer;
  let port: number;

  beforeEach(async () => {
    toy = makeToy();
    ({ server, port } = await startToy(toy));
  });
  afterEach(() => server.stop(100));

  const call = async (method: string, params = "{}"): Promise<unknown> => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"toy.${method}","params":${params}}`;
    return JSON.parse((await send(port, { body })).text).result;
  };

  test("block: until the version moves", async () => {
    await call("getHeight");
    await call("getHeight");
    toy.seconds += 1;
    expect(await call("getHeight")).toEqual({ height: "44" });
    expect(toy.runs.get("getHeight")).toBe(1);
    toy.height = 45;
    expect(await call("getHeight")).toEqual({ height: "45" });
    toy.height = 44;
    expect(await call("getHeight")).toEqual({ height: "44" });
    expect(toy.runs.get("getHeight")).toBe(3);
  });

  test("params that are long only in what the method ignores are stored at once", async () => {
    const params = `{"n":1,"more":"${"x".repeat(300)}"}`;
    await call("double", params);
    expect(toy.runs.get("double")).toBe(1);
    await call("double", '{"n":1}');
    expect(toy.runs.get("double")).toBe(1);
  });

  test("what was called with long keys is bounded", () => {
    const cache = new ResponseCache(1_000, new FixedData(1, 1));
    const key = (i: number) => `${i}~${"x".repeat(300)}`;
    expect(cache.isWorthKeeping("1~{}")).toBe(true);
    expect(cache.isWorthKeeping(key(0))).toBe(false);
    expect(cache.isWorthKeeping(key(0))).toBe(true);
    for (let i = 1; i <= 16_384; i++) expect(cache.isWorthKeeping(key(i))).toBe(false);
    expect(cache.isWorthKeeping(key(0))).toBe(false);
  });

  test("second: until the version or the clock moves", async () => {
    await call("getClock");
    await call("getClock");
    expect(toy.runs.get("getClock")).toBe(1);
    toy.seconds += 1;
    expect(await call("getClock")).toEqual({ seconds: toy.seconds });
    toy.height += 1;
    await call("getClock");
    expect(toy.runs.get("getClock")).toBe(3);
  });

  test("immutable: forever", async () => {
    await call("getGenesis");
    toy.height += 1;
    toy.seconds += 1;
    await call("getGenesis");
    expect(toy.runs.get("getGenesis")).toBe(1);
  });

  test("settled: forever where a member has a settled value, else not at all", async () => {
    for (const _again of [1, 2]) await call("getStatus", '{"text":"going"}');
    expect(toy.runs.get("getStatus")).toBe(2);
    for (const _again of [1, 2]) {
      expect(await call("getStatus", '{"text":"done"}')).toEqual({ status: "done" });
      expect(await call("getStatus", '{"TEXT":"done"}')).toEqual({ status: "done" });
      toy.height += 1;
    }
    expect(toy.runs.get("getStatus")).toBe(3);
  });

  test("forms of the same params share a result, other params do not", async () => {
    const forms = ['{"n":5}', '{"N":"5"}', '[{"n":5}]', '{ "n" : 5, "other": null }', '{"n":"05"}'];
    for (const form of [...forms, ...forms]) expect(await call("double", form)).toEqual({ n: 10 });
    expect(toy.runs.get("double")).toBe(1);
    expect(await call("double", '{"n":6}')).toEqual({ n: 12 });
    expect(await call("double", "{}")).toEqual({ n: 0 });
    expect(toy.runs.get("double")).toBe(3);
  });

  test("errors and results that break their schema are not kept", async () => {
    for (const _again of [1, 2]) await call("lie");
    expect(toy.logged).toHaveLength(2);
  });
});

test("two routes do not share results, paths of one route do", async () => {
  const route = (path: string, name: string): object => ({
    paths: [path, `${path}/alias`],
    base: path,
    methods: table(entry("toy.getName", "immutable")),
    handlers: { "toy.getName": (_: unknown, context: string) => context },
    context: name,
  });
  const routes = [route("/a", "first"), route("/b", "second")] as never;
  const { server, port } = await startToy(makeToy(), { routes });
  const body = '{"jsonrpc":"2.0","id":1,"method":"toy.getName"}';
  for (const [target, name] of [["/a"], ["/a/alias"], ["/b"], ["/b/alias"]].map(([path]) => [
    path!,
    path!.startsWith("/a") ? "first" : "second",
  ])) {
    expect(JSON.parse((await send(port, { target: target!, body })).text).result).toBe(name);
  }
  await server.stop(100);
});

test("a promise that settles after the version moved is not kept", async () => {
  const toy = makeToy();
  const gate: { open: () => void } = { open: () => {} };
  let runs = 0;
  const routes = [
    {
      paths: ["/a"],
      base: "a",
      methods: table(entry("a.get", "block")),
      handlers: {
        "a.get": async () => {
          runs += 1;
          if (runs === 1) await new Promise<void>((resolve) => (gate.open = resolve));
          return { height: toy.height };
        },
      },
      context: undefined,
    },
  ];
  const { server, port } = await startToy(toy, { routes });
  const ask = { target: "/a", body: '{"jsonrpc":"2.0","id":1,"method":"a.get"}' };
  const first = send(port, ask);
  while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  toy.height = 45;
  gate.open();
  await first;
  await send(port, ask);
  await send(port, ask);
  expect(runs).toBe(2);
  await server.stop(100);
});

describe("bounds", () => {
  const clock = new FixedData(1, 1);

  test("bytes stay within the bound, what is asked for stays longest", () => {
    const cache = new ResponseCache(100_000, clock);
    const moment = cache.moment();
    cache.put("immutable", "wanted", new CachedResult("w".repeat(1_000)), moment);
    for (let i = 0; i < 1_000; i++) {
      expect(cache.find("immutable", "wanted")).toBeDefined();
      cache.put("immutable", `key${i}`, new CachedResult("x".repeat(1_000)), moment);
      expect(cache.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.find("immutable", "key999")).toBeDefined();
    expect(cache.find("immutable", "key0")).toBe(undefined);
  });

  test("what would take most of it is not kept", () => {
    const cache = new ResponseCache(10_000, clock);
    cache.put("block", "key", new CachedResult("x".repeat(6_000)), cache.moment());
    expect([cache.bytes, cache.find("block", "key")]).toEqual([0, undefined]);
  });

  test("a result is counted once however many keys lead to it", () => {
    const cache = new ResponseCache(1_000_000, clock);
    const result = new CachedResult("x".repeat(1_000));
    for (let i = 0; i < 10; i++) cache.put("block", `key${i}`, result, cache.moment());
    expect(cache.bytes).toBeLessThan(4_000);
  });

  test("long keys with the same checksum replace each other, and are never taken for each other", () => {
    const cache = new ResponseCache(1_000_000, clock);
    const [a, b] = ["07uo6uj", "0kixxzh"].map((end) => `${"x".repeat(300)}${end}`) as [
      string,
      string,
    ];
    expect(crc32(a)).toBe(crc32(b));
    const [ofA, ofB] = [new CachedResult("1"), new CachedResult("22")];
    cache.put("immutable", a, ofA, cache.moment());
    expect(cache.find("immutable", b)).toBe(undefined);
    expect(cache.find("immutable", a)).toBe(ofA);
    const bytes = cache.bytes;
    cache.put("immutable", b, ofB, cache.moment());
    expect(cache.find("immutable", a)).toBe(undefined);
    expect(cache.find("immutable", b)).toBe(ofB);
    expect(cache.bytes).toBe(bytes + 1.5);
  });

  test("nothing is left of a version that has passed", () => {
    const data = new FixedData(1, 1);
    const cache = new ResponseCache(1_000_000, data);
    const result = new CachedResult("x".repeat(1_000));
    for (const key of ["a", "b"]) cache.put("block", key, result, cache.moment());
    cache.put("second", "c", result, cache.moment());
    data.versionNow = 2;
    expect(cache.find("block", "a")).toBe(undefined);
    expect(cache.bytes).toBe(0);
  });

  test("a changed history clears the cache, and rejects results of the earlier history", () => {
    const data = new FixedData(1, 1);
    const cache = new ResponseCache(1_000_000, data);
    const result = new CachedResult("1");
    cache.put("immutable", "a", result, cache.moment());
    const before = cache.moment();
    data.generationNow = 1;
    expect(cache.find("immutable", "a")).toBe(undefined);
    cache.put("immutable", "b", result, before);
    expect(cache.find("immutable", "b")).toBe(undefined);
    cache.put("immutable", "c", result, cache.moment());
    expect(cache.find("immutable", "c")).toBe(result);
  });

  test("live is never kept", () => {
    const cache = new ResponseCache(1_000, clock);
    cache.put("live", "key", new CachedResult("1"), cache.moment());
    expect([cache.bytes, cache.find("live", "key")]).toEqual([0, undefined]);
  });
});
