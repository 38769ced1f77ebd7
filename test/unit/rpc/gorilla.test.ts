import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { GorillaDialect } from "../../../src/rpc/json-rpc/gorilla-dialect.ts";
import { entry, makeToy, send, startToy, table, text } from "./toy.ts";

type Measured = {
  readonly source: string;
  readonly cases: readonly {
    readonly body: string;
    readonly status: number;
    readonly type: string | null;
    readonly nosniff: boolean;
    readonly answer: string;
  }[];
};

type Recorded = {
  readonly exchanges: readonly {
    readonly note: string;
    readonly verb: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly status: number;
    readonly answerHeaders: Readonly<Record<string, string>>;
    readonly answer: unknown;
  }[];
};

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8"));
const measured = read("gorilla.json") as Measured;
const recorded = read("recorded-edges.json") as Recorded;

let server: RpcServer;
let port: number;

// A chain whose getTx refuses every id, as a codec of ids refuses those that were recorded.
const issue = { field: "txID", expected: "an id", got: "bad" };
const chain = table(
  entry("platform.getHeight", "block"),
  entry(
    "platform.getTx",
    "immutable",
    {},
    { params: { read: () => ({ ok: false, issue }), names: undefined } },
  ),
);

beforeAll(async () => {
  const toy = makeToy();
  ({ server, port } = await startToy(toy, {
    dialect: "gorilla",
    routes: [
      {
        paths: ["/ext/toy"],
        base: "toy",
        methods: table(entry("toy.getHeight", "block"), entry("toy.echo", "live", { text })),
        handlers: {
          "toy.getHeight": () => ({ height: "44" }),
          "toy.echo": (params: { text?: string }) => ({ text: params.text ?? "" }),
        },
        context: undefined,
      },
      {
        paths: ["/ext/bc/P", "/ext/P", "/ext/bc/11111111111111111111111111111111LpoYY"],
        base: "P",
        methods: chain,
        handlers: { "platform.getHeight": () => ({ height: "44" }), "platform.getTx": () => ({}) },
        context: undefined,
      },
    ],
    gets: [],
    disabled: [],
  }));
});
afterAll(() => server.stop(100));

/** An argument error has more in `data` than gorilla's null; the rest is equal. */
const withoutIssue = (answer: string): string =>
  answer.replace(/"data":\{"field":.*\},"id"/, '"data":null},"id"');

describe("gorilla dialect", () => {
  test.each(measured.cases)("answers $body as measured", async (known) => {
    const reply = await send(port, { body: known.body });
    expect(withoutIssue(reply.text)).toBe(known.answer);
    expect(reply.status).toBe(known.status);
    expect(reply.headers.get("content-type") ?? null).toBe(known.type);
    expect(reply.headers.has("x-content-type-options")).toBe(known.nosniff);
  });

  test.each(recorded.exchanges)("$note: $verb $path $headers $body", async (exchange) => {
    const { verb, path, headers, body } = exchange;
    const reply = await send(port, { verb, target: path, headers, body });
    expect(reply.status).toBe(exchange.status);
    for (const [name, value] of Object.entries(exchange.answerHeaders)) {
      expect([name, reply.headers.get(name)]).toEqual([name, value]);
    }
    expect(reply.headers.has("x-content-type-options")).toBe(
      "x-content-type-options" in exchange.answerHeaders,
    );
    expect(reply.headers.get("node-id")).toBe("NodeID-toy");
    const answer = withoutIssue(reply.text);
    if (typeof exchange.answer === "string") expect(answer).toBe(exchange.answer);
    else expect(JSON.parse(answer)).toEqual(exchange.answer);
  });

  test("an argument error is the sentence alone", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"toy.echo","params":{"text":5}}';
    const { error } = JSON.parse((await send(port, { body })).text);
    expect(error.code).toBe(-32000);
    expect(error.message).toMatch(/^couldn't unmarshal an argument\. Ensure/);
    expect(error.data).toBeNull();
  });

  test("nesting deeper than Go accepts is its parse error", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"toy.echo","params":${"[".repeat(10_001)}`;
    expect((await send(port, { body })).text).toContain('"message":"exceeded max depth"');
  });

  test.each(["jsonrpc", "id", "method"])("%s has at most 65,536 characters", async (field) => {
    const call = { jsonrpc: "2.0", id: 1, method: "toy.echo" };
    const ofLength = (length: number) => JSON.stringify({ ...call, [field]: "<".repeat(length) });
    const refused = await send(port, { body: ofLength(65_537) });
    expect(JSON.parse(refused.text)).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32600, message: `${field} has more than 65536 characters`, data: null },
    });
    const longest = await send(port, { body: ofLength(65_534) });
    expect(longest.text).not.toContain("65536");
    expect(longest.text).toContain("\\u003c".repeat(1_000));
  });

  test("an invalid request with long params is returned without them", async () => {
    const body = JSON.stringify({ id: 1, method: "toy.echo", params: ["<".repeat(70_000)] });
    expect(JSON.parse((await send(port, { body })).text).error.data).toEqual({
      jsonrpc: "",
      method: "toy.echo",
      params: null,
      id: 1,
    });
  });

  test("integers written as 1.0, 1e0 and -0 are argument errors", async () => {
    const { server: other, port: at } = await startToy(makeToy(), { dialect: "gorilla" });
    for (const n of ["1.0", "1e0", "-0", "-1", "18446744073709551616", '"+1"', '""']) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"toy.double","params":{"n":${n}}}`;
      expect([n, JSON.parse((await send(at, { body })).text).error?.code]).toEqual([n, -32000]);
    }
    for (const n of ["1", '"1"', '"007"', "18446744073709551615", "null"]) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"toy.double","params":{"n":${n}}}`;
      expect((await send(at, { body })).text).toContain('"result"');
    }
    await other.stop(100);
  });
});

test("millions of characters that Go escapes take little time", () => {
  const dialect = new GorillaDialect();
  const result = (text: string) => dialect.result(text);
  const text = "<>&\u2028\u2029\u20ac\ud83d\ude00a";
  const long = JSON.stringify(text.repeat(10_000));
  expect(result(long)).toBe(`"${result(JSON.stringify(text)).slice(1, -1).repeat(10_000)}"`);
  const brackets = `"${"<".repeat(5_000_000)}"`;
  expect(result(brackets)).toHaveLength(30_000_002);
  // A call for each character takes six times as long, whatever else the machine does.
  const byCharacter = () => brackets.replace(/[<>&]/g, (each) => `\\u${each.charCodeAt(0)}`);
  expect(cpuTime(() => result(brackets))).toBeLessThan(cpuTime(byCharacter) / 2);
});

/** In microseconds, the least of three runs. */
function cpuTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}
