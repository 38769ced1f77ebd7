import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageWriters } from "../clients/package-writers.ts";
import { main as diff, reportChanges } from "../diff/main.ts";
import type { JsonObject } from "../load/json.ts";
import { checkServer } from "./check/command.ts";
import { clientPackage, packageInfo } from "./clients.ts";
import { missingFiles, textsIn, writeFiles } from "./files.ts";
import { runLint } from "./lint/command.ts";
import { hostInUrl, listen, portOf } from "./listen.ts";
import { httpCall } from "./mcp/http-call.ts";
import { createMockServer } from "./mock/server.ts";
import { pageFiles } from "./page/page.ts";
import { readFiles, UnusableDocument } from "./read.ts";
import { selfContained } from "./self-contained.ts";
import { handlersFolder } from "./server/handlers.ts";
import { serverPackage } from "./server/package.ts";
import { firstServerUrl, isHttpUrl } from "./server-url.ts";
import { comparedVersion } from "./subscriptions/compared.ts";
import { updatePackage } from "./update.ts";

export const usage = `usage: couloir contract COMMAND [options] DOCUMENT

The commands work on any OpenRPC 1.2 to 1.4 document. DOCUMENT is a file or an HTTP URL.

Commands:
  lint DOCUMENT         check it against the meta-schema, its examples against its schemas, and its names, references and
                        components; --fix corrects slips that need no decision
  client --language LANGUAGE --out DIR DOCUMENT
                        write a client package; again, with a new version of the document, it keeps what you changed in
                        files that are not marked as generated. LANGUAGE is one of ${[...packageWriters.keys()].join(", ")}
  server --out DIR DOCUMENT
                        write a TypeScript server with a handler for each method. Run it again to follow a new
                        version of the document: it never changes a handler
  mock DOCUMENT         serve the results of its examples, until you press Ctrl+C
  mcp --server URL DOCUMENT
                        serve the methods as tools for AI agents (Model Context Protocol), on standard input and output
                        or with --port over HTTP. Offers the methods with "x-changes-state": false
  check --server URL DOCUMENT
                        call the methods with "x-changes-state": false on a live server, and compare it with the document
  page --out DIR DOCUMENT
                        write the API page: static files for any web server, or to open from the disk
  diff OLD NEW          list the changes between two versions, breaking ones first

Options:
  --out DIR             the folder to write to
  --name NAME           client, server: the name of the package; without it, one like the title
  --host HOST           mock, mcp: the address to listen at (default 127.0.0.1)
  --seed TEXT           mock: return random valid results for params without an example, the same ones for the same text
  --chaos SHARE         mock: let this share of calls fail, such as 0.1: with declared errors, delays, and broken connections
  --port PORT           mock, mcp: the port (default of mock: 8080; 0 is a free one)
  --server URL          page, mcp, check: where its calls go (default: the first HTTP server of the document)
  --lazy                mcp: three tools (search, describe, call) instead of one for each method
  --allow-writes        mcp: offer every method, also those that change state
  --header 'NAME: VALUE'
                        mcp, check: send this header with each call; can be repeated
  --method NAME         check: call this method, too; can be repeated
  --all                 check: call every method, also those that change state
  --cases DIR|FILE      check: send the requests of .io files, and compare the responses; can be repeated
  --only-cases          check: send nothing but the requests of --cases
  --without RULE        check: leave out a rule of JSON-RPC, such as batch; can be repeated
  --dry-run             check: print the requests instead of sending them
  --junit FILE          check: write the outcomes as JUnit XML
  --record DIR          check: write each request and response to an .io file
  --json                lint, diff, check: print JSON
  --fix                 lint: correct the document's file where that needs no decision
  --base DIR|URL        resolve the relative references of the document from here
  --allow DIR|URL       a further folder or origin that references can lead to; can be repeated
  -h, --help            print this text

The exit code is 0 on success, 1 if lint finds errors, diff has breaking changes or check has differences, and 2 if the document or the
arguments cannot be used.
`;

/** Where the commands print, and what ends the mock. */
export type Console = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves when the mock should stop. */
  readonly stopped: () => Promise<unknown>;
};

const options = {
  allow: { type: "string", multiple: true },
  "allow-writes": { type: "boolean" },
  all: { type: "boolean" },
  base: { type: "string" },
  cases: { type: "string", multiple: true },
  chaos: { type: "string" },
  "dry-run": { type: "boolean" },
  fix: { type: "boolean" },
  header: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
  host: { type: "string" },
  json: { type: "boolean" },
  junit: { type: "string" },
  language: { type: "string" },
  lazy: { type: "boolean" },
  method: { type: "string", multiple: true },
  name: { type: "string" },
  out: { type: "string" },
  port: { type: "string" },
  record: { type: "string" },
  seed: { type: "string" },
  server: { type: "string" },
  "only-cases": { type: "boolean" },
  without: { type: "string", multiple: true },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/**
 * Runs a contract command and returns the exit code: 0 if there is nothing to complain about, 1 with
 * findings, 2 if the document or the arguments cannot be used.
 */
export async function main(args: readonly string[], console: Console): Promise<number> {
  let values: Values;
  let positionals: readonly string[];
  try {
    ({ values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true }));
  } catch (error) {
    console.err(`${(error as Error).message}\n${usage}`);
    return 2;
  }
  const [command = "", ...places] = positionals;
  if (values.help === true || command === "help") {
    console.out(usage);
    return 0;
  }
  const mistake = mistakeIn(command, places);
  if (mistake !== undefined) {
    console.err(`${mistake}\n${usage}`);
    return 2;
  }
  try {
    return await commands[command as keyof typeof commands](places, values, console);
  } catch (error) {
    if (!(error instanceof UnusableDocument) && !isSystemError(error)) throw error;
    console.err(`${error.message}\n`);
    return 2;
  }
}

/** What is wrong with the arguments that are not options; undefined if nothing is. */
function mistakeIn(command: string, places: readonly string[]): string | undefined {
  if (command === "") return "which command?";
  if (!Object.hasOwn(commands, command)) {
    return `unknown command: ${command}; the commands are ${Object.keys(commands).join(", ")}`;
  }
  const expected = command === "diff" ? "two documents, OLD and NEW" : "one DOCUMENT";
  const count = command === "diff" ? 2 : 1;
  return places.length === count
    ? undefined
    : `${command} needs ${expected}, but got ${places.length} arguments`;
}

/** Whether the operating system refused something, such as a file without permission: its message names the place. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

type Run = (places: readonly string[], values: Values, console: Console) => Promise<number>;

const commands = {
  lint: ([place = ""], values, { out }) => runLint(place, values, out),
  client: async ([place = ""], values, { out }) => {
    const { language = "", out: folder = "" } = values;
    if (folder === "" || !packageWriters.has(language)) {
      const names = [...packageWriters.keys()].join(", ");
      throw new UnusableDocument(`client needs --out DIR and --language, one of ${names}`);
    }
    const document = await load(place, values);
    const { files, widenings } = clientPackage(document, language, values.name);
    const info = packageInfo(document, values.name);
    const { written, kept } = updatePackage(folder, files, document, info, language);
    for (const { where, reason } of widenings) out(`raw JSON at ${where}: ${reason}\n`);
    for (const path of kept) out(`kept ${path}, which you have changed\n`);
    out(`wrote ${written} files to ${folder}\n`);
    return 0;
  },
  server: async ([place = ""], values, { out }) => {
    const folder = outOf("server", values);
    const document = await load(place, values);
    const handlers = textsIn(join(folder, handlersFolder));
    const made = serverPackage(document, handlers, values.name);
    const initial = missingFiles(folder, made.initial);
    writeFiles(folder, [...made.generated, ...initial]);
    for (const { where, reason } of made.widenings) out(`raw JSON at ${where}: ${reason}\n`);
    for (const file of made.unused) {
      out(`${handlersFolder}/${file} has no method in the document any more\n`);
    }
    const kept = made.initial.length - initial.length + handlers.size;
    out(
      `wrote ${made.generated.length} generated files and ${initial.length} of yours to ${folder}; left ${kept} unchanged\n`,
    );
    return 0;
  },
  mock: async ([place = ""], values, { out, stopped }) => {
    const { seed, chaos: share = "0" } = values;
    const chaos = Number(share);
    if (!(chaos >= 0 && chaos <= 1)) {
      throw new UnusableDocument("--chaos needs a number from 0 to 1");
    }
    const document = await load(place, values);
    const server = createMockServer(document, { seed, chaos });
    const { host = "127.0.0.1", port = "8080" } = values;
    const bound = await listen(server, host, portOf(port));
    out(`mock listens at http://${hostInUrl(host)}:${bound}\n`);
    await stopped();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    return 0;
  },
  mcp: async ([place = ""], values, { out, stopped }) => {
    const document = await load(place, values);
    const { server, headers } = target("mcp", document, values);
    const { bridgeOffer, serveOverHttp, serveOverStdio } = await import("./mcp/serve.ts");
    const call = httpCall(server, headers);
    const offer = bridgeOffer(document, {
      server,
      lazy: values.lazy === true,
      allowWrites: values["allow-writes"] === true,
    });
    if (offer.tools.list.length === 0) {
      throw new UnusableDocument(
        'no method is marked with "x-changes-state": false: mark those that only read, or offer all with --allow-writes',
      );
    }
    const { host = "127.0.0.1", port } = values;
    if (port === undefined) {
      await serveOverStdio(offer, call, stopped);
      return 0;
    }
    const serving = await serveOverHttp(offer, call, host, portOf(port));
    out(`MCP server listens at http://${hostInUrl(host)}:${serving.port}/mcp\n`);
    await stopped();
    await serving.close();
    return 0;
  },
  check: async ([place = ""], values, { out }) => {
    const document = await load(place, values);
    const { junit, record, method = [], cases = [], without = [] } = values;
    const onlyCases = values["only-cases"] === true;
    if (onlyCases && cases.length === 0) {
      throw new UnusableDocument("--only-cases needs --cases DIR|FILE");
    }
    return checkServer(
      document,
      {
        ...target("check", document, values),
        methods: method,
        all: values.all === true,
        cases,
        onlyCases,
        without,
        dryRun: values["dry-run"] === true,
        json: values.json === true,
        junit,
        record,
      },
      out,
    );
  },
  page: async ([place = ""], values, { out }) => {
    const folder = outOf("page", values);
    const files = pageFiles(await load(place, values), { server: values.server });
    writeFiles(folder, files);
    out(`wrote ${files.length} files to ${folder}: open ${join(folder, "index.html")}\n`);
    return 0;
  },
  diff: async ([old = "", now = ""], values, { out, err }) => {
    const json = values.json === true;
    if (![old, now].every(isDocument)) {
      return diff([...(json ? ["--json"] : []), old, now], process.cwd(), { out, err });
    }
    const version = async (place: string) => comparedVersion(await load(place, values));
    return reportChanges(await version(old), await version(now), json, out);
  },
} satisfies Record<string, Run>;

/** The folder to write to. Throws UnusableDocument if it is not given. */
function outOf(command: string, { out = "" }: Values): string {
  if (out === "") throw new UnusableDocument(`${command} needs --out DIR`);
  return out;
}

/** Where calls go, and with which headers. Throws UnusableDocument if that is not given. */
function target(
  command: string,
  document: JsonObject,
  values: Values,
): { readonly server: string; readonly headers: Readonly<Record<string, string>> } {
  const server = values.server ?? firstServerUrl(document);
  if (server === undefined || !isHttpUrl(server)) {
    throw new UnusableDocument(`${command} needs --server URL, an http or https URL`);
  }
  return { server, headers: Object.fromEntries((values.header ?? []).map(readHeader)) };
}

function readHeader(text: string): [name: string, value: string] {
  const [, name, value = ""] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new UnusableDocument("--header needs the form 'NAME: VALUE'");
  return [name, value];
}

/** Whether a place is one document, not a folder of documents or a git revision. */
function isDocument(place: string): boolean {
  return /^https?:\/\//.test(place) || (existsSync(place) && statSync(place).isFile());
}

/** The document with only references to its own schemas. */
async function load(place: string, { base, allow }: Values): Promise<JsonObject> {
  return selfContained(await readFiles(place, { base, allowed: allow }));
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    stopped: () => new Promise((stop) => process.once("SIGTERM", stop).once("SIGINT", stop)),
  });
}
