import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { entry, makeToy, send, startToy, type Toy, table, uint64 } from "./toy.ts";

const toy: Toy = makeToy();
let server: RpcServer;
let port: number;
const notified: string[] = [];

// The methods of JSON-RPC 2.0 section 7, params by name.
const examples = {
  paths: ["/ext/examples"],
  base: "examples",
  methods: table(
    entry("subtract", "live", { minuend: uint64, subtrahend: uint64 }),
    entry("update", "live"),
    entry("sum", "live", { a: uint64, b: uint64, c: uint64 }),
    entry("notify_hello", "live"),
    entry("get_data", "live"),
  ),
  handlers: {
    subtract: (params: { minuend: bigint; subtrahend: bigint }) =>
      Number(params.minuend - params.subtrahend),
    update: () => notified.push("update"),
    sum: (params: { a: bigint; b: bigint; c: bigint }) => Number(params.a + params.b + params.c),
    notify_hello: () => notified.push("hello"),
    get_data: () => ["hello", 5],
  },
  context: undefined,
};

beforeAll(async () => {
  const { routes } = (await import("./toy.ts")).toyDescription(toy);
  ({ server, port } = await startToy(
    toy,
    { routes: [...routes, examples] },
    { limits: { batchCalls: 20, batchAnswerBytes: 50_000 } },
  ));
});
afterAll(() => server.stop(100));

const ask = async (body: string, target = "/ext/toy"): Promise<unknown> => {
  const { status, text } = await send(port, { body, target });
  expect(status).toBe(200);
  return text === "" ? undefined : JSON.parse(text);
};
const example = (body: string): Promise<unknown> => ask(body, "/ext/examples");

const fault = (code: number, id: unknown): object => ({
  jsonrpc: "2.0",
  error: expect.objectContaining({ code, message: expect.any(String) }),
  id,
});
const height = (id: unknown): object => ({ jsonrpc: "2.0", result: { height: "44" }, id });

describe("JSON-RPC 2.0 section 7", () => {
  test("named parameters, in either order", async () => {
    for (const params of ['{"subtrahend":23,"minuend":42}', '{"minuend":42,"subtrahend":23}']) {
      const body = `{"jsonrpc": "2.0", "method": "subtract", "params": ${params}, "id": 3}`;
      expect(await example(body)).toEqual({ jsonrpc: "2.0", result: 19, id: 3 });
    }
  });

  test("positional parameters are rejected: the documents name them", async () => {
    const body = '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}';
    expect(await example(body)).toEqual(fault(-32602, 1));
  });

  test("a notification, also to no method", async () => {
    expect(await example('{"jsonrpc": "2.0", "method": "update", "params": [{}]}')).toBe(undefined);
    expect(notified).toContain("update");
    expect(await example('{"jsonrpc": "2.0", "method": "foobar"}')).toBe(undefined);
  });

  test("no such method", async () => {
    const body = '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}';
    expect(await example(body)).toEqual(fault(-32601, "1"));
  });

  test("invalid JSON", async () => {
    const body = '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]';
    expect(await example(body)).toEqual(fault(-32700, null));
  });

  test("invalid request", async () => {
    const body = '{"jsonrpc": "2.0", "method": 1, "params": "bar"}';
    expect(await example(body)).toEqual(fault(-32600, null));
  });

  test("a batch that is not JSON", async () => {
    const body = '[{"jsonrpc": "2.0", "method": "sum", "id": "1"},{"jsonrpc": "2.0", "method"]';
    expect(await example(body)).toEqual(fault(-32700, null));
  });

  test("an empty batch, and batches of nothing valid", async () => {
    expect(await example("[]")).toEqual(fault(-32600, null));
    expect(await example("[1]")).toEqual([fault(-32600, null)]);
    expect(await example("[1,2,3]")).toEqual(Array(3).fill(fault(-32600, null)));
  });

  test("a batch of all kinds", async () => {
    const batch = `[
      {"jsonrpc": "2.0", "method": "sum", "params": {"a":1,"b":2,"c":4}, "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [{}]},
      {"jsonrpc": "2.0", "method": "subtract", "params": {"minuend":42,"subtrahend":23}, "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"} ]`;
    expect(await example(batch)).toEqual([
      { jsonrpc: "2.0", result: 7, id: "1" },
      { jsonrpc: "2.0", result: 19, id: "2" },
      fault(-32600, null),
      fault(-32601, "5"),
      { jsonrpc: "2.0", result: ["hello", 5], id: "9" },
    ]);
    expect(notified).toContain("hello");
  });

  test("a batch of notifications gets an empty response", async () => {
    const one = '{"jsonrpc": "2.0", "method": "notify_hello"}';
    expect(await example(`[${one},${one}]`)).toBe(undefined);
  });
});

describe("envelope", () => {
  const call = (id: string, more = ""): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"toy.getHeight"${more}}`;

  test.each([
    ["0"],
    ["-1"],
    ["1.50"],
    ["1e3"],
    ["5589898617533452081"],
    ["123456789012345678901234567890"],
    ["null"],
    ['""'],
    ['"abc"'],
    ['"a\\u0041"'],
    ['"<&>é😀\\ud800"'],
    ['"__proto__"'],
  ])("the id %s is returned as the same token", async (id) => {
    const { text } = await send(port, { body: call(id) });
    expect(text).toBe(`{"jsonrpc":"2.0","result":{"height":"44"},"id":${id}}\n`);
  });

  test.each([["{}"], ["[]"], ["true"], ["false"], ['{"a":1}']])(
    "the id %s is no id",
    async (id) => {
      expect(await ask(call(id))).toEqual(fault(-32600, null));
    },
  );

  test.each([
    ["{}", null],
    ["null", null],
    ["1", null],
    ['"x"', null],
    ["true", null],
    ['{"jsonrpc":"2.0"}', null],
    ['{"id":1}', 1],
    ['{"jsonrpc":"1.0","id":7,"method":"toy.getHeight"}', 7],
    ['{"jsonrpc":2.0,"id":7,"method":"toy.getHeight"}', 7],
    ['{"id":"a","method":"toy.getHeight"}', "a"],
    ['{"jsonrpc":"2.0","id":1}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":null}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":"x"}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":5}', 1],
    ['{"JSONRPC":"2.0","ID":1,"METHOD":"toy.getHeight"}', null],
  ])("%s is no request", async (body, id) => {
    expect(await ask(body)).toEqual(fault(-32600, id));
  });

  test.each([
    [""],
    ["  "],
    ["hello"],
    ["{"],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":{}'],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":{]}}'],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":{"a":01}}'],
    ['{"jsonrpc":"2.0","id":01,"method":"toy.getHeight"}'],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}x'],
    ['{"jsonrpc":"2.0","id":1,"method":"toy.getHeight",}'],
    ['{"jsonrpc":"2.0","id":"a\nb","method":"toy.getHeight"}'],
    ["\ufeff{}"],
  ])("%j is no JSON", async (body) => {
    const answer = (await ask(body)) as { error: { data: object } };
    expect(answer).toEqual(fault(-32700, null));
    expect(answer.error.data).toEqual({
      field: "body",
      expected: "JSON",
      got: expect.stringMatching(/EOF|invalid character/),
    });
  });

  test("bytes that are not UTF-8 are no JSON", async () => {
    const body = Buffer.from('{"jsonrpc":"2.0","id":"?","method":"nope"}');
    body[body.indexOf("?")] = 0xff;
    expect(JSON.parse((await send(port, { body })).text)).toEqual(fault(-32700, null));
  });

  test.each([
    ["{}"],
    ["[]"],
    ["[{}]"],
    ["[null]"],
    ["null"],
    ['{"unknown":{"deep":[]}}'],
    ["[{},5]"],
  ])("params %s are taken", async (params) => {
    expect(await ask(call("1", `,"params":${params}`))).toEqual(height(1));
  });

  test.each([["[5]"], ['["x"]'], ["[[]]"], ["[true]"]])("params %s are not", async (params) => {
    const answer = (await ask(call("1", `,"params":${params}`))) as { error: { data: object } };
    expect(answer).toEqual(fault(-32602, 1));
    expect(answer.error.data).toMatchObject({ field: "params" });
  });

  test("params that are nested too deeply are invalid, and so is a body", async () => {
    const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(await ask(call("1", `,"params":{"a":${deep(100)}}`))).toEqual(fault(-32602, 1));
    expect(await ask(call("1", `,"params":{"a":${deep(5_000)}}`))).toEqual(fault(-32602, 1));
    expect(await ask(deep(5_000))).toEqual([fault(-32600, null)]);
    // It is not parsed: that would take as long as its depth.
    expect(await ask(call("1", `,"params":{"a":${deep(200_000)}}`))).toEqual(fault(-32600, null));
    expect(await ask(deep(200_000))).toEqual(fault(-32600, null));
    expect(await ask(call(deep(200_000)))).toEqual(fault(-32600, null));
  });

  test("of duplicate names the last counts", async () => {
    expect(
      await ask('{"jsonrpc":"2.0","id":1,"id":2,"method":"x","method":"toy.getHeight"}'),
    ).toEqual(height(2));
  });

  test("names of the prototype are only names", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"toy.echo","params":{"__proto__":{"text":"x"}}}';
    expect(await ask(body)).toEqual({ jsonrpc: "2.0", result: { text: "" }, id: 1 });
    for (const method of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(await ask(`{"jsonrpc":"2.0","id":1,"method":"${method}"}`)).toEqual(fault(-32601, 1));
    }
    expect(({} as { text?: string }).text).toBe(undefined);
  });

  test("integers keep every digit, in and out", async () => {
    const ask64 = (n: string): Promise<{ text: string }> =>
      send(port, { body: `{"jsonrpc":"2.0","id":1,"method":"toy.double","params":{"n":${n}}}` });
    expect((await ask64("9007199254740993")).text).toContain('{"n":18014398509481986}');
    expect((await ask64('"9007199254740993"')).text).toContain('{"n":18014398509481986}');
    expect((await ask64("18446744073709551615")).text).toContain('{"n":36893488147419103230}');
    expect((await ask64("18446744073709551616")).text).toContain('"code":-32602');
    expect((await ask64(`1${"0".repeat(100_000)}`)).text).toContain('"code":-32602');
    expect((await ask64("1e400")).text).toContain('"code":-32602');
  });
});

describe("refusals", () => {
  const call = (method: string, params = "{}"): string =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  const dataOf = async (body: string): Promise<unknown> =>
    ((await ask(body)) as { error: { data: unknown } }).error.data;

  test("an unknown method is reported with a similar one, or with the path that has it", async () => {
    expect(await dataOf(call("toy.getHieght"))).toEqual({
      field: "method",
      expected: "a method of this path, such as toy.getHeight",
      got: "toy.getHieght",
    });
    expect(await dataOf(call("other.getName"))).toMatchObject({
      expected: "a method of this path; other.getName is served at /ext/other",
    });
    expect(await dataOf(call("zzzzzzzzzzzz"))).toMatchObject({
      expected: "a method of this path; rpc.discover lists them",
    });
  });

  test("an argument error names field, expected and got", async () => {
    expect(await ask(call("toy.double", '{"n":-1}'))).toEqual({
      jsonrpc: "2.0",
      error: {
        code: -32602,
        message: "Invalid params",
        data: { field: "n", expected: "an integer from 0 to 18446744073709551615", got: "-1" },
      },
      id: 1,
    });
  });

  test("a declared error goes out as it is", async () => {
    expect(await ask(call("toy.fail"))).toEqual({
      jsonrpc: "2.0",
      error: { code: -32000, message: "no such thing", data: { thing: 1 } },
      id: 1,
    });
  });

  test("an argument error of a handler looks like one of the schema", async () => {
    const body = call("toy.fail", '{"errorName":"InvalidParams"}');
    const error = { message: "Invalid params", code: -32602, data: { thing: 1 } };
    expect(await ask(body)).toEqual({ jsonrpc: "2.0", error, id: 1 });
    const { server: other, port: at } = await startToy(toy, { dialect: "gorilla" });
    const { error: gorilla } = JSON.parse((await send(at, { body })).text);
    expect(gorilla).toMatchObject({ code: -32000, data: null });
    expect(gorilla.message).toMatch(/^couldn't unmarshal an argument/);
    await other.stop(100);
  });

  test.each([
    ["toy.crash", "{}"],
    ["toy.lie", "{}"],
    ["toy.fail", '{"errorName":"Undeclared"}'],
  ])("a bug of %s %s is reported by a log id only, and logged", async (method, params) => {
    toy.logged.length = 0;
    expect(await ask(call(method, params))).toEqual({
      jsonrpc: "2.0",
      error: { code: -32603, message: "Internal error", data: { logID: "log-1" } },
      id: 1,
    });
    expect(toy.logged).toHaveLength(1);
    expect(toy.logged[0]!.fields).toMatchObject({ logID: "log-1", method });
  });

  test("a batch is rejected past its number of calls", async () => {
    const one = call("toy.getHeight");
    expect(await ask(`[${Array(20).fill(one)}]`)).toHaveLength(20);
    const answer = (await ask(`[${Array(21).fill(one)}]`)) as { error: { data: object } };
    expect(answer).toEqual(fault(-32600, null));
    expect(answer.error.data).toEqual({ field: "batch", expected: "1 to 20 calls", got: "21" });
  });

  test("a batch's responses end at their limit of bytes", async () => {
    const batch = `[${Array(5).fill(call("toy.large", '{"n":1000}'))}]`;
    const answers = (await ask(batch)) as { result?: unknown; error?: { code: number } }[];
    expect(answers.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      -32600,
      -32600,
    ]);
  });
});

describe("description", () => {
  test("a refused method returns its declared error", async () => {
    const { server: other, port: at } = await startToy(toy, {
      nodeLocalRefusal: { name: "Unavailable", code: -32000, message: "unavailable here" },
    });
    const body = '{"jsonrpc":"2.0","id":1,"method":"toy.secret"}';
    expect(JSON.parse((await send(at, { body })).text).error).toEqual({
      code: -32000,
      message: "unavailable here",
    });
    await other.stop(100);
  });

  test("a server can word a declared error itself", async () => {
    const { server: other, port: at } = await startToy(toy, {
      errorForm: ({ name, data }) => ({ code: -1, message: `no ${name} here`, data }),
    });
    const body = '{"jsonrpc":"2.0","id":1,"method":"toy.fail","params":{}}';
    expect(JSON.parse((await send(at, { body })).text).error).toEqual({
      code: -1,
      message: "no ToyFault here",
      data: { thing: 1 },
    });
    await other.stop(100);
  });

  test("a server makes the error that the reader of params names", async () => {
    const { server: other, port: at } = await startToy(toy, {
      declaredError: (name) => ({ name, code: -2, message: "made of its name" }),
    });
    const body = '{"jsonrpc":"2.0","id":1,"method":"toy.named","params":{}}';
    expect(JSON.parse((await send(at, { body })).text).error).toEqual({
      code: -2,
      message: "made of its name",
    });
    await other.stop(100);
  });
});
