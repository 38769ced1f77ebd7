import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { hasSubscriptions } from "../../codegen/clients/package/streams.ts";
import { packageWriters } from "../../codegen/clients/package-writers.ts";
import { isNotification } from "../../codegen/declared-method.ts";
import { printValue } from "../../codegen/emit/writer.ts";
import { foreignModel } from "../../codegen/foreign/client-model.ts";
import { languageModel, packageInfo } from "../../codegen/foreign/clients.ts";
import { lintDocument } from "../../codegen/foreign/lint.ts";
import { readFiles, UnusableDocument } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  parseJson,
} from "../../codegen/load/json.ts";
import { closeBrowser } from "../browser/chromium.ts";
import { comparable, declaredPart, type MockCall, mockCalls } from "./calls.ts";
import { withMock, withRecorder } from "./harness.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import type { CheckedLanguage, Command } from "./languages/language.ts";
import { python } from "./languages/python.ts";
import { rust } from "./languages/rust.ts";
import { typescript } from "./languages/typescript.ts";
import { openPage } from "./open-page.ts";
import { checkLive, checkTools } from "./served-checks.ts";
import { checkServer } from "./server-check.ts";
import { pythonWithWebsockets } from "./streams/run-language.ts";

/**
 * Generates the clients of OpenRPC documents, compiles them without warnings, makes the calls of the
 * examples against the document's mock, and prints a table of documents and languages.
 */

const languages: readonly CheckedLanguage[] = [typescript, go, python, rust, java];

const usage = `usage: npm run test:contract -- [--only LANGUAGES] [--keep DIR] [--base DIR] FOLDER|FILE...

Generates the clients and the server of every OpenRPC document in the folders, compiles them, makes the calls of the
examples, opens the API page in Chromium, calls the methods as tools of MCP, and checks the mock as a live server.
  --only go,rust     only these: ${[...languages.map(({ name }) => name), "server", "page", "mcp", "check"].join(", ")}
  --base DIR         resolve the relative references of the documents from here
  --keep DIR         write the packages there, and keep them
`;

const { values, positionals } = parseArgs({
  options: {
    base: { type: "string" },
    only: { type: "string" },
    keep: { type: "string" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
if (values.help === true || positionals.length === 0) {
  process.stdout.write(usage);
  process.exit(values.help === true ? 0 : 2);
}

const only = values.only?.split(",");
type Check = (document: JsonObject, folder: string, calls: readonly MockCall[]) => Promise<string>;
const checks: readonly (readonly [string, Check])[] = [
  ...languages.map((language): [string, Check] => [
    language.name,
    (...given) => checkLanguage(language, ...given),
  ]),
  ["server", async (...given) => verdict(await checkServer(...given))],
  [
    "page",
    async (document, folder) =>
      verdict(await withMock(document, (url) => openPage(document, folder, url))),
  ],
  [
    "mcp",
    async (document, _folder, calls) =>
      verdict(await withMock(document, (url) => checkTools(document, url, calls))),
  ],
  [
    "check",
    async (document) => verdict(await withMock(document, (url) => checkLive(document, url))),
  ],
];
const chosen = checks.filter(([name]) => only === undefined || only.includes(name));
const root =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "contract-")) : resolve(values.keep);

const rows: string[][] = [];
const details: string[] = [];
for (const start of positionals) {
  for (const path of documentsIn(start)) {
    const name = relative(process.cwd(), path);
    const folder = `d${rows.length + 1}`;
    // Documents in one folder can refer to each other.
    const allowed = statSync(start).isDirectory() ? [start] : [];
    rows.push([name, ...(await checkDocument(path, allowed, folder, name))]);
    process.stdout.write(`${rows.at(-1)?.join(" | ")}\n`);
  }
}
await closeBrowser();
printTable();
if (values.keep === undefined) rmSync(root, { recursive: true });
process.exitCode = details.length === 0 ? 0 : 1;

/** The OpenRPC documents in a folder, or a file that is one. */
function documentsIn(start: string): string[] {
  if (statSync(start).isFile()) return [start];
  return readdirSync(start, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => join(start, path))
    .filter((path) => /"openrpc"\s*:\s*"/.test(readFileSync(path, "utf8")))
    .sort();
}

async function checkDocument(
  path: string,
  allowed: readonly string[],
  folder: string,
  shown: string,
): Promise<string[]> {
  let document: JsonObject;
  let findings: number;
  try {
    const { base } = values;
    const files = await readFiles(
      path,
      base === undefined ? { allowed } : { base, allowed: [base] },
    );
    document = selfContained(files);
    findings = lintDocument(files, document).filter(({ severity }) => severity === "error").length;
  } catch (error) {
    if (!(error instanceof UnusableDocument)) throw error;
    details.push(`${shown}: ${error.message}`);
    return ["unusable", "", "", "", ...chosen.map(() => "")];
  }
  const methods = listAt(document, "methods").length;
  const { widenings } = foreignModel(document);
  const calls = mockCalls(document);
  const cells: string[] = [];
  for (const [name, check] of chosen) {
    try {
      cells.push(await check(document, join(root, folder, name), calls));
    } catch (error) {
      details.push(`${shown}, ${name}: ${(error as Error).message.slice(0, 3000)}`);
      cells.push("FAILED");
    }
  }
  return [`${methods}`, `${findings}`, `${widenings.length}`, `${calls.length}`, ...cells];
}

function verdict(problems: readonly string[]): string {
  if (problems.length === 0) return "ok";
  throw new Error(`${problems.length} problems:\n${problems.slice(0, 5).join("\n")}`);
}

async function checkLanguage(
  language: CheckedLanguage,
  document: JsonObject,
  folder: string,
  calls: readonly MockCall[],
): Promise<string> {
  const { model } = languageModel(document, language.name);
  const info = packageInfo(document);
  const write = packageWriters.get(language.name);
  if (write === undefined) throw new Error("no such client language");
  const program = language.program(model, info).map(([path, text]) => ({ path, text }));
  const given = calls.map(({ method, params }) => ({ method, params }));
  const inputs = [
    { path: "calls.json", text: formatJson(given as unknown as Json) },
    { path: "calls.mjs", text: `export default ${printValue(given)};\n` },
  ];
  for (const { path, text } of [...write(model, info), ...program, ...inputs]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const needsSockets = language.name === "python" && hasSubscriptions(model);
  const more = needsSockets ? pythonWithWebsockets(join(root, "venv")) : {};
  const { VIRTUAL_ENV } = more;
  for (const each of language.compile(folder)) {
    const packages =
      VIRTUAL_ENV === undefined
        ? {}
        : { MYPY_OPTIONS: `--python-executable ${VIRTUAL_ENV}/bin/python3` };
    const printed = await execute({ ...each, env: { ...each.env, ...packages } }, folder, []);
    if (printed.trim() !== "") throw new Error(`${each.command[0]} printed:\n${printed}`);
  }
  const bodies: Json[] = [];
  const { command, env } = language.run(folder, info);
  const run = { command, env: { ...env, ...more } };
  const printed = await withMock(document, (mock) =>
    withRecorder(mock, bodies, (url) => execute(run, folder, [url])),
  );
  const misfits = bodies.filter((body) => isObject(body) && isMisfit(document, body));
  if (misfits.length > 0) throw new Error(`wrong ids: ${formatJson(misfits)}`);
  const outcomes = parseJson(printed) as readonly Json[];
  const wrong = calls.flatMap(({ method, result }, index) => {
    const outcome = outcomes[index];
    const failure = isObject(outcome) ? outcome["failure"] : "no outcome";
    if (typeof failure === "string" && failure !== "") return [`${method}: ${failure}`];
    const [got, expected] = [isObject(outcome) ? outcome["result"] : null, result].map((each) =>
      JSON.stringify(comparable(declaredPart(document, method, each ?? null))),
    );
    return got === expected
      ? []
      : [`${method}: expected ${expected?.slice(0, 400)}\n  but got ${got?.slice(0, 400)}`];
  });
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${calls.length} calls:\n${wrong.slice(0, 5).join("\n")}`);
  return `ok`;
}

/** Whether a request has an ID although it is a notification, or none although it is a call. */
function isMisfit(document: JsonObject, request: JsonObject): boolean {
  const method = listAt(document, "methods")
    .filter(isObject)
    .find(({ name }) => name === request["method"]);
  return method !== undefined && isNotification(method) === "id" in request;
}

async function execute(
  { command: [program = "", ...args], env }: Command,
  cwd: string,
  more: readonly string[],
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 256 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args, ...more], options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    throw new Error(`${stdout}${stderr}`.trim() || message);
  }
}

function printTable(): void {
  const head = [
    "document",
    "methods",
    "findings",
    "raw JSON",
    "calls",
    ...chosen.map(([name]) => name),
  ];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`);
  process.stdout.write(`\n${lines.join("")}`);
  for (const detail of details) process.stdout.write(`\n${detail}\n`);
}
