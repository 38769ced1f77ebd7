import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { foreignModel } from "../../../codegen/foreign/client-model.ts";
import { validSample } from "../../../codegen/foreign/mock/sample.ts";
import { createMockServer } from "../../../codegen/foreign/mock/server.ts";
import { readFiles } from "../../../codegen/foreign/read.ts";
import { selfContained } from "../../../codegen/foreign/self-contained.ts";
import { subscriptionsOf } from "../../../codegen/foreign/subscriptions/find.ts";
import { Validators } from "../../../codegen/foreign/validators.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../../codegen/load/json.ts";
import { withServer } from "../harness.ts";
import { go } from "../languages/go.ts";
import { java } from "../languages/java.ts";
import type { CheckedLanguage } from "../languages/language.ts";
import { python } from "../languages/python.ts";
import { rust } from "../languages/rust.ts";
import { typescript } from "../languages/typescript.ts";
import { breakingServer, garblingServer, refusingServer, silentServer } from "./breaking-server.ts";
import { comparableText, expectSame } from "./expect-same.ts";
import { hostileServer, longTopic } from "./hostile-server.ts";
import { shareOneConnection } from "./one-connection.ts";
import { pushingServer } from "./pushing-server.ts";
import { readFromServer } from "./read-from-server.ts";
import { prepare, type StreamCall, type Take } from "./run-language.ts";

/** Reads every subscription of OpenRPC documents from their mocks, with the client of each language. */

const languages: readonly CheckedLanguage[] = [typescript, go, python, rust, java];
/** 20 seconds until a client notices a silent server, 22 of the next connection, and the start of the program. */
const silentMsMax = 50_000;
const own = (name: string) => fileURLToPath(new URL(`../documents/${name}`, import.meta.url));
const pulse = own("pulse.json");

const usage = `usage: npm run test:subscriptions -- [--only LANGUAGES] [--keep DIR] [--base DIR] [--without-own] [FILE...]

Generates the clients and the server of documents. Reads two items of every subscription from the document's mock, and six
random ones from the server, which breaks two connections, and then two streams at once. Compares them with what was
sent. Of its own document, it also reads from servers that refuse, redirect and fall silent.
  --only go,rust     only these: ${languages.map(({ name }) => name).join(", ")}
  --without-own      only the files
  --base DIR         resolve the relative references of the files from here
  --keep DIR         write the packages there, and keep them
`;

const { values, positionals } = parseArgs({
  options: {
    base: { type: "string" },
    "without-own": { type: "boolean" },
    only: { type: "string" },
    keep: { type: "string" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
if (values.help === true) {
  process.stdout.write(usage);
  process.exit(0);
}
const only = values.only?.split(",");
const root =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "streams-")) : resolve(values.keep);
let failures = 0;

const owned = values["without-own"] === true ? [] : [pulse, own("ether.json")];
for (const [index, path] of [...owned, ...positionals].entries()) {
  const given = positionals.includes(path) ? values.base : undefined;
  await report(path, async () => {
    const allowed = [given ?? dirname(resolve(path))];
    const document = selfContained(await readFiles(path, { base: given, allowed }));
    const pushing = await pushingServer(document, join(root, `d${index}`, "server"));
    await report(`${path}: server`, async () => {
      return `ok, ${await shareOneConnection(document, pushing, streamCalls(document, false))}`;
    });
    for (const language of languages) {
      if (only !== undefined && !only.includes(language.name)) continue;
      await report(`${path}: ${language.name}`, async () => {
        const take = await prepare(language, document, join(root, `d${index}`, language.name));
        const calls = streamCalls(document, language.name === "python");
        await readFromMock(document, take, calls);
        await readFromServer(document, pushing, calls, take);
        if (path === pulse) {
          await readThroughBreaks(take, language.name === "python");
          await refuseGarbledMessages(take, language.name === "python");
          await readHostileMessages(take, language.name === "python");
          await refuseRedirects(take, language.name === "python");
          await endAtRefusal(take, language.name === "python");
          await leaveSilentConnection(take, language.name === "python");
        }
        return `ok, ${new Set(calls.map(({ name }) => name)).size} subscriptions`;
      });
    }
    return undefined;
  });
}
if (values.keep === undefined) rmSync(root, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;

/** Prints what is done, or why it failed, and continues with the rest. */
async function report(name: string, work: () => Promise<string | undefined>): Promise<void> {
  try {
    const done = await work();
    if (done !== undefined) process.stdout.write(`${name}: ${done}\n`);
  } catch (error) {
    failures += 1;
    process.stdout.write(`${name}: ${(error as Error).message}\n`);
  }
}

/** Two items of each subscription, with params of their schemas. */
function streamCalls(document: JsonObject, isAsyncToo: boolean): readonly StreamCall[] {
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  const validators = new Validators(document);
  const { model } = foreignModel(document);
  const written = subscriptionsOf(document);
  const calls = model.subscriptions.map(({ localName, params }, index): StreamCall => {
    const declared = listAt(written[index]?.method, "params").filter(isObject);
    const given = (params?.members ?? [])
      .filter(({ required }) => required)
      .map(({ name }): [string, Json] => {
        const schema = declared.find((each) => textAt(each, "name") === name)?.["schema"] ?? true;
        return [name, validSample(schema, schemas, validators)];
      });
    return {
      name: localName,
      params: params === undefined ? null : Object.fromEntries(given),
      count: 2,
    };
  });
  return isAsyncToo ? [...calls, ...calls.map((call) => ({ ...call, isAsync: true }))] : calls;
}

/** Compares the items with the samples that the mock pushes, which take turns. */
async function readFromMock(
  document: JsonObject,
  take: Take,
  calls: readonly StreamCall[],
): Promise<void> {
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  const validators = new Validators(document);
  const expected = subscriptionsOf(document).map(({ pushes }) =>
    [0, 1].map((turn) =>
      validSample(pushes[turn % pushes.length]?.payload ?? true, schemas, validators),
    ),
  );
  const mock = createMockServer(document, { pushIntervalMs: 5 });
  const outcomes = await withServer(mock, (url) => take(url, calls));
  for (const [index, call] of calls.entries()) {
    const got = comparableText(outcomes[index]?.items ?? outcomes[index]?.failure ?? "nothing");
    const wanted = comparableText(expected[index % expected.length] ?? []);
    if (got !== wanted) throw new Error(`${call.name}: expected ${wanted}, got ${got}`);
  }
}

/** Reads from a server that breaks two connections, and from one that refuses. */
async function readThroughBreaks(take: Take, isAsyncToo: boolean): Promise<void> {
  for (const isAsync of isAsyncToo ? [false, true] : [false]) {
    const { server, asked } = breakingServer(2);
    const name = "accountSubscribe";
    const [through, refused] = await withServer(server, (url) =>
      take(url, [
        { name, params: { account: "a" }, count: 6, isAsync },
        { name, params: { account: "nobody" }, count: 1, isAsync },
      ]),
    );
    const items = [1, 2, 3, 4, 5, 6].map((lamports) => ({ lamports }));
    expectSame("through breaks", through, { items, reconnections: 2 });
    if (refused?.failure?.includes("no such account") !== true) {
      throw new Error(`a refusal is ${comparableText(refused)}`);
    }
    const ended = [...Array(3).fill('accountSubscribe ["a"]'), "accountUnsubscribe [7]"];
    expectSame("calls", asked, [...ended, 'accountSubscribe ["nobody"]']);
  }
}

/** What is not JSON is not skipped: it may have been an item. */
async function refuseGarbledMessages(take: Take, isAsyncToo: boolean): Promise<void> {
  for (const isAsync of isAsyncToo ? [false, true] : [false]) {
    const call = { name: "accountSubscribe", params: { account: "a" }, count: 1, isAsync };
    const [outcome] = await withServer(garblingServer(), (url) => take(url, [call]));
    if (outcome?.failure === undefined) {
      throw new Error(`half a message is skipped: ${comparableText(outcome)}`);
    }
  }
}

/** Another connection would bring a message that cannot be read again, and a server that says other things does not answer. */
async function readHostileMessages(take: Take, isAsyncToo: boolean): Promise<void> {
  for (const isAsync of isAsyncToo ? [false, true] : [false]) {
    const of = (account: string, count: number) => {
      return { name: "accountSubscribe", params: { account }, count, isAsync };
    };
    const logs = { name: "pulse_subscribe_logs", params: {}, count: 1, isAsync };
    const calls = [
      ...[of("long", 2), of("wide", 1), of("nameless", 1)],
      ...[of("empty", 1), of("busy", 1), of("greeting", 1), logs],
    ];
    const [long, wide, nameless, empty, busy, greeting, binary] = await withServer(
      hostileServer(),
      (url) => take(url, calls),
    );
    for (const outcome of [long, wide]) {
      if (outcome?.failure?.includes("a message is longer than 1048576 bytes") !== true) {
        throw new Error(`a long message leads to ${comparableText(outcome)}`);
      }
    }
    if (nameless?.failure?.includes("got null") !== true) {
      throw new Error(`an ID that is null leads to ${comparableText(nameless)}`);
    }
    if (empty?.failure === undefined) throw new Error("an empty message is skipped");
    if (busy?.failure?.includes("no answer within") !== true) {
      throw new Error(`a busy server leads to ${comparableText(busy)}`);
    }
    expectSame("a greeting", greeting, { items: [{ lamports: 1 }], reconnections: 0 });
    expectSame("a binary message", binary, { items: [{ topic: longTopic }], reconnections: 0 });
  }
}

/** A connection can break without a sign, and one that brings nothing is not broken. */
async function leaveSilentConnection(take: Take, isAsyncToo: boolean): Promise<void> {
  for (const isAsync of isAsyncToo ? [false, true] : [false]) {
    const call = { name: "accountSubscribe", params: { account: "a" }, count: 3, isAsync };
    const begun = performance.now();
    const [outcome] = await withServer(silentServer(), (url) => take(url, [call]));
    const items = [1, 2, 3].map((lamports) => ({ lamports }));
    expectSame("a silent connection", outcome, { items, reconnections: 1 });
    const tookMs = performance.now() - begun;
    if (tookMs > silentMsMax) throw new Error(`a silent connection was noticed after ${tookMs} ms`);
  }
}

/** A redirect would send the headers of a client to another server. */
async function refuseRedirects(take: Take, isAsyncToo: boolean): Promise<void> {
  const { server, asked } = breakingServer(1);
  await withServer(server, async (target) => {
    const redirecting = createServer().on("upgrade", (_request, socket) => {
      socket.end(
        `HTTP/1.1 307 Temporary Redirect\r\nlocation: ${target.replace(/^http/, "ws")}/\r\ncontent-length: 0\r\n\r\n`,
      );
    });
    await withServer(redirecting, async (url) => {
      for (const isAsync of isAsyncToo ? [false, true] : [false]) {
        const params = { account: "a" };
        const [outcome] = await take(url, [
          { name: "accountSubscribe", params, count: 1, isAsync },
        ]);
        if (outcome?.failure === undefined || asked.length > 0) {
          throw new Error(`a redirect is followed: ${comparableText(outcome)}`);
        }
      }
    });
  });
}

/** A server that refuses a client will refuse it again; one that is busy or away will not. */
async function endAtRefusal(take: Take, isAsyncToo: boolean): Promise<void> {
  for (const isAsync of isAsyncToo ? [false, true] : [false]) {
    for (const status of [401, 403, 404]) {
      const { server, attempts } = refusingServer([503, 429, status]);
      const call = { name: "accountSubscribe", params: { account: "a" }, count: 2, isAsync };
      const [outcome] = await withServer(server, (url) => take(url, [call]));
      if (outcome?.failure?.includes(String(status)) !== true || attempts() !== 4) {
        throw new Error(`${status} after ${attempts()} leads to ${comparableText(outcome)}`);
      }
    }
  }
}
