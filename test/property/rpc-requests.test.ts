import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RpcServer } from "../../src/rpc/http/server.ts";
import {
  anyBytes,
  edited,
  header,
  idToken,
  type Request,
  strayTarget,
} from "../support/fuzz/http-requests.ts";
import { PipelinedClient, type Reply } from "../support/fuzz/pipelined-client.ts";
import { makeToy, send, sendRaw, startToy } from "../unit/rpc/toy.ts";

/** Requests sent to each dialect. */
const requests = Number(process.env["COULOIR_FUZZ_REQUESTS"] ?? 4_000);

const methodName = fc.oneof(
  fc.constantFrom(
    "toy.getHeight",
    "toy.double",
    "toy.echo",
    "toy.large",
    "toy.fail",
    "toy.GetHeight",
    "other.getName",
    "__proto__",
    "toy.",
    "a.b.c",
  ),
  fc.string({ unit: "binary" }),
);
const params = fc.oneof(
  fc.constantFrom("{}", "[]", "[{}]", "null", '{"n":1}', '{"N":"2"}', '{"text":"<&>"}'),
  fc.json(),
  fc.nat({ max: 5_000 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
  fc.bigInt().map((n) => `{"n":${n}}`),
);
const member = fc.oneof(
  fc.constantFrom('"jsonrpc":"2.0"', '"JSONRPC":"2.0"', '"jsonrpc":2', '"__proto__":{}'),
  idToken.map((id) => `"id":${id}`),
  methodName.map((name) => `"method":${JSON.stringify(name)}`),
  params.map((text) => `"params":${text}`),
);
const call = fc.tuple(idToken, methodName, fc.option(params)).map(([id, name, text]) => {
  const given = text === null ? "" : `,"params":${text}`;
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(name)}${given}}`;
});
const envelope = fc.oneof(
  { weight: 3, arbitrary: call },
  { weight: 1, arbitrary: fc.array(member, { maxLength: 6 }).map((all) => `{${all.join(",")}}`) },
  { weight: 1, arbitrary: fc.array(call, { maxLength: 5 }).map((all) => `[${all.join(",")}]`) },
);
const body = fc.oneof(
  anyBytes,
  envelope.map((text) => Buffer.from(text)),
  edited(envelope),
);
const target = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("/ext/toy", "/ext/bc/T", "/ext/other", "/ext/off") },
  { weight: 1, arbitrary: strayTarget },
);
const request: fc.Arbitrary<Request> = fc.record({
  verb: fc.constantFrom("POST", "POST", "POST", "POST", "GET", "HEAD", "OPTIONS", "PUT"),
  target,
  headers: fc.array(header, { maxLength: 2 }),
  body,
});

const statuses = new Set([200, 301, 400, 403, 404, 405, 413, 415, 417]);

const expectAnswer = (sent: Request, reply: Reply, dialect: string): void => {
  expect(statuses).toContain(reply.status);
  const isCall = reply.headers.get("content-type") === "application/json; charset=utf-8";
  if (!isCall || reply.headers.has("content-encoding") || sent.verb === "HEAD") return;
  const answer: unknown = JSON.parse(reply.body.toString());
  const answers = Array.isArray(answer) ? answer : [answer];
  expect(answers.length).toBeGreaterThan(0);
  for (const one of answers) {
    expect(one.jsonrpc).toBe("2.0");
    expect(Object.keys(one)).toHaveLength(3);
    expect(one).toHaveProperty("id");
    expect("result" in one).toBe(!("error" in one));
    if (!("error" in one)) continue;
    expect(one.error.message).toBeTypeOf("string");
    const codes =
      dialect === "gorilla" ? [-32700, -32600, -32000] : [-32700, -32600, -32601, -32602, -32000];
    expect(codes).toContain(one.error.code);
  }
};

describe.each(["json-rpc", "gorilla"] as const)("dialect %s", (dialect) => {
  const toy = makeToy();
  let server: RpcServer;
  let port: number;

  beforeAll(async () => {
    ({ server, port } = await startToy(toy, { dialect }));
  });
  afterAll(() => server.stop(100));

  test(`${requests} generated requests are each answered`, async () => {
    let client = new PipelinedClient(port);
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        try {
          const [reply] = await client.exchange([sent]);
          expectAnswer(sent, reply!, dialect);
        } catch (error) {
          // Its connection may hold half an answer.
          client.close();
          client = new PipelinedClient(port);
          throw error;
        }
      }),
      { numRuns: requests },
    );
    client.close();
    const alive = await send(port, { body: '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}' });
    expect(alive.text).toContain('"height":"44"');
    // Only refused hosts are logged, each of the first hundred once.
    const hosts = toy.logged.filter(({ message }) => message.includes("--http-allowed-hosts"));
    expect(toy.logged).toEqual(hosts);
    expect(hosts.length).toBeLessThanOrEqual(100);
  }, 600_000);

  test("bytes that are not HTTP end the connection and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string().map(Buffer.from)),
        async (bytes) => {
          const end = Buffer.from("\r\n\r\n\0\r\n\r\n");
          await sendRaw(port, Buffer.concat([bytes, end])).catch(() => {});
        },
      ),
      { numRuns: Math.ceil(requests / 40) },
    );
    const alive = await send(port, { body: '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}' });
    expect(alive.text).toContain('"height":"44"');
  });
});
