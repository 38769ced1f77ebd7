import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isNotification } from "../../codegen/declared-method.ts";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { lintDocument } from "../../codegen/foreign/lint.ts";
import { methodsOf } from "../../codegen/foreign/mcp/api.ts";
import { httpCall } from "../../codegen/foreign/mcp/http-call.ts";
import { methodTools } from "../../codegen/foreign/mcp/tools.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import { isObject, type Json, type JsonObject, parseJson } from "../../codegen/load/json.ts";
import { readDocument, withMock } from "./harness.ts";

// Single calls of all five languages: npm run test:contract test/contract-tools/documents/notices.json
const path = fileURLToPath(new URL("documents/notices.json", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contract-notifications-"));

/** What clients sent. */
let bodies: Json[] = [];

/** Responds to calls with 3, and with 204 if there are only notifications, as JSON-RPC 2.0 says. */
const server = createServer(async (request, response) => {
  const body = parseJson(await text(request));
  bodies.push(body);
  const sent = (Array.isArray(body) ? body : [body]) as readonly Json[];
  const answers = sent
    .filter((each) => isObject(each) && "id" in each)
    .map((each) => ({ jsonrpc: "2.0", id: (each as JsonObject)["id"] as number, result: 3 }));
  if (answers.length === 0) return void response.writeHead(204).end();
  response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  bodies = [];
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const tick = { jsonrpc: "2.0", method: "tick" };
const write = { jsonrpc: "2.0", method: "log.write", params: { text: "started" } };
const count = { jsonrpc: "2.0", id: expect.any(Number), method: "log.count" };

async function writeClient(language: string): Promise<string> {
  const own = join(folder, language);
  for (const { path: file, text: content } of clientPackage(await readDocument(path), language)
    .files) {
    mkdirSync(dirname(join(own, file)), { recursive: true });
    writeFileSync(join(own, file), content);
  }
  return own;
}

describe("a client sends notifications without an ID, alone and in batches, and waits for nothing", () => {
  test("in TypeScript", async () => {
    const own = await writeClient("typescript");
    const { createClient } = await import(join(own, "src/index.ts"));
    const client = createClient(url);
    expect(await client.rpc.log_write({ text: "started" })).toBe(undefined);
    type Rpc = Readonly<Record<string, (params?: object) => Promise<unknown>>>;
    const both = await client.batch((rpc: Rpc) => [rpc["tick"]?.(), rpc["log_count"]?.()]);
    expect(both).toEqual([
      { status: "fulfilled", value: undefined },
      { status: "fulfilled", value: 3 },
    ]);
    const silent = await client.batch((rpc: Rpc) => [rpc["tick"]?.()]);
    expect(silent).toEqual([{ status: "fulfilled", value: undefined }]);
    expect(bodies).toEqual([write, [tick, count], [tick]]);
  });

  test("in Python", async () => {
    const own = await writeClient("python");
    const program = `
import sys
from notices import Client
client = Client(sys.argv[1])
assert client.rpc.log_write("started") is None
with client.batch() as batch:
    pending = batch.rpc.tick(), batch.rpc.log_count()
assert [each.result() for each in pending] == [None, 3]
with client.batch() as batch:
    silent = batch.rpc.tick()
assert silent.result() is None
`;
    const env = { ...process.env, PYTHONPATH: join(own, "src") };
    await run("python3", ["-W", "error", "-c", program, url], { env });
    expect(bodies).toEqual([write, [tick, count], [tick]]);
  });

  test.skipIf(spawnSync("go", ["version"]).status !== 0)(
    "in Go",
    async () => {
      const own = await writeClient("go");
      mkdirSync(join(own, "check"));
      writeFileSync(join(own, "check/main.go"), goProgram);
      execFileSync("go", ["build", "-o", "check.out", "./check"], { cwd: own });
      await run(join(own, "check.out"), [url], {});
      expect(bodies).toEqual([write, [tick, count], [tick]]);
    },
    60_000,
  );
});

const goProgram = `package main

import (
	"context"
	"log"
	"os"

	notices "notices-client"
)

func main() {
	ctx := context.Background()
	client := notices.New(os.Args[1])
	must(client.RPC.LogWrite(ctx, notices.LogWriteParams{Text: "started"}))
	batch := client.Batch()
	ticked, counted := batch.RPC.Tick(), batch.RPC.LogCount()
	must(batch.Send(ctx))
	_, err := ticked.Result()
	must(err)
	if count, err := counted.Result(); err != nil || *count != 3 {
		log.Fatal(count, err)
	}
	silent := client.Batch()
	ticked = silent.RPC.Tick()
	must(silent.Send(ctx))
	_, err = ticked.Result()
	must(err)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`;

test("the mock does not respond to a notification, and checks nothing that it could not report", async () => {
  const document = await readDocument(path);
  const answers = await withMock(document, (mock) =>
    Promise.all(
      [write, { ...write, params: { text: 5 } }, { ...write, id: 1, params: { text: 5 } }].map(
        (body) => fetch(mock, { method: "POST", body: JSON.stringify(body) }),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 200]);
});

test("a tool of a notification sends it, and says that there is no response", async () => {
  const methods = methodsOf(await readDocument(path), false);
  const tools = methodTools(methods, { names: new Set(), flag: "" });
  expect(tools.list[0]?.description).toContain("It is a notification");
  expect(await tools.run("log_write", { text: "started" }, httpCall(url, {}))).toEqual({
    content: [{ type: "text", text: "Sent." }],
  });
  expect(bodies).toEqual([write]);
});

test("lint reports what a notification cannot have", async () => {
  const files = await readFiles(path);
  const [first, ...others] = files.root["methods"] as readonly JsonObject[];
  const changed = {
    ...first,
    errors: [{ code: 1, message: "full" }],
    examples: [
      { name: "a", params: [{ name: "text", value: "a" }], result: { name: "b", value: 1 } },
    ],
  };
  const root = { ...files.root, methods: [changed, ...others] } as JsonObject;
  const own = { ...files, root };
  const findings = lintDocument(own, selfContained(own));
  expect(findings.map(({ rule, where, text }) => [rule, where.split("#")[1], text])).toEqual([
    [
      "notifications",
      "/methods/0/errors",
      "log.write has no result, so that it is a notification: the server never returns its errors",
    ],
    [
      "notifications",
      "/methods/0/examples/0/result",
      "log.write has no result, so that it is a notification: an example of it has none, either",
    ],
  ]);
});

async function run(program: string, args: readonly string[], options: object): Promise<void> {
  await promisify(execFile)(program, [...args], options);
}

test("rpc.discover has a result, although a document does not repeat it", () => {
  expect(isNotification({ name: "rpc.discover", params: [] })).toBe(false);
  expect(isNotification({ name: "notice", params: [] })).toBe(true);
});
