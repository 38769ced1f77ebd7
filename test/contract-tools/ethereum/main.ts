import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { methodsIn } from "../../../codegen/document-parts.ts";
import { readFiles } from "../../../codegen/foreign/read.ts";
import { selfContained } from "../../../codegen/foreign/self-contained.ts";
import { formatJson, type JsonObject, parseJson, textAt } from "../../../codegen/load/json.ts";
import { go } from "../languages/go.ts";
import { java } from "../languages/java.ts";
import type { CheckedLanguage } from "../languages/language.ts";
import { python } from "../languages/python.ts";
import { rust } from "../languages/rust.ts";
import { typescript } from "../languages/typescript.ts";
import { prepare } from "../streams/run-language.ts";
import { checkCases } from "./cases.ts";
import { type Geth, startChain, startDev, startSyncing } from "./geth.ts";
import { readFromDev, readSyncing } from "./streams.ts";

/** Tests the contract tools with geth, and with the document, the chain and the test cases of execution-apis. */

const languages: readonly CheckedLanguage[] = [typescript, go, python, rust, java];
const parts = ["cases", ...languages.map(({ name }) => name)];

const usage = `usage: npm run test:ethereum -- [--only PARTS] [--bin DIR] [--keep DIR] FOLDER

FOLDER is a checkout of github.com/ethereum/execution-apis. Builds its tools and the geth that its go.mod names, which takes
minutes, with the Go module proxy. Then
  cases         sends its .io files to a geth with its chain, and compares the verdicts with those of its own tools
  ${languages.map(({ name }) => name).join(", ")}
                generates the client of its document, reads the kinds of eth_subscribe from geth, and compares what it pushes
                with what it has
Options:
  --only cases,go   only these parts
  --bin DIR         build the programs there, and use those that are there
  --keep DIR        write everything else there, and keep it
`;

const { values, positionals } = parseArgs({
  options: {
    only: { type: "string" },
    bin: { type: "string" },
    keep: { type: "string" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (values.help === true || folder === undefined) {
  process.stdout.write(usage);
  process.exit(values.help === true ? 0 : 2);
}
const only = values.only?.split(",") ?? parts;
const root = values.keep === undefined ? mkdtempSync(join(tmpdir(), "ethereum-")) : values.keep;
const work = resolve(root);
mkdirSync(work, { recursive: true });
const started: Geth[] = [];
let failures = 0;
try {
  await runParts(resolve(folder));
} finally {
  for (const node of started) await node.stop();
  if (values.keep === undefined) rmSync(work, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function runParts(source: string): Promise<void> {
  const bin = values.bin === undefined ? join(work, "bin") : resolve(values.bin);
  build(source, bin);
  const at = (name: string) => join(bin, name);
  const document = await buildDocument(source, at("specgen"));
  const tests = join(source, "tests");
  const files = join(source, "tools/chain");
  const chain = keep(await startChain(at("geth"), files, join(work, "chain")));
  const syncing = keep(await startSyncing(at("geth"), files, join(work, "syncing"), chain));
  if (only.includes("cases")) {
    await report("cases", () => {
      const spec = join(work, "openrpc.json");
      const tools = { speccheck: at("speccheck"), rpctestgen: at("rpctestgen"), geth: at("geth") };
      return checkCases(document, chain, { ...tools, spec, tests, chain: files }, work);
    });
  }
  const dev = keep(await startDev(at("geth")));
  const own = withSubscriptions(document);
  for (const language of languages) {
    if (!only.includes(language.name)) continue;
    await report(language.name, async () => {
      const take = await prepare(language, own, join(work, language.name));
      return `${await readFromDev(take, dev, own)}; ${await readSyncing(take, syncing)}`;
    });
  }
}

function keep(node: Geth): Geth {
  started.push(node);
  return node;
}

async function report(name: string, run: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${name}: ok, ${await run()}\n`);
  } catch (error) {
    failures += 1;
    process.stdout.write(`${name}: ${(error as Error).message}\n`);
  }
}

/** The versions are those of the tools' go.mod. */
function build(source: string, bin: string): void {
  mkdirSync(bin, { recursive: true });
  const packages = {
    specgen: "./cmd/specgen",
    speccheck: "./cmd/speccheck",
    rpctestgen: "./cmd/rpctestgen",
    geth: "github.com/ethereum/go-ethereum/cmd/geth",
  };
  for (const [name, path] of Object.entries(packages)) {
    if (existsSync(join(bin, name))) continue;
    process.stdout.write(`builds ${name}\n`);
    const args = ["-n", "10", "go", "build", "-o", join(bin, name), path];
    execFileSync("nice", args, { cwd: join(source, "tools"), stdio: ["ignore", "ignore", "pipe"] });
  }
}

/** Both forms of the document, as its Makefile makes them; the one with references is read. */
async function buildDocument(source: string, specgen: string): Promise<JsonObject> {
  const [, written = ""] =
    /^SPECFLAGS\s*:=\s*((?:.*\\\n)*.*)$/m.exec(readFileSync(join(source, "Makefile"), "utf8")) ??
    [];
  const flags = written.replaceAll(/[\\']/g, " ").trim().split(/\s+/);
  const paths = { refs: join(work, "refs-openrpc.json"), flat: join(work, "openrpc.json") };
  const quiet: ExecFileSyncOptions = { cwd: source, stdio: ["ignore", "ignore", "pipe"] };
  execFileSync(specgen, ["-o", paths.refs, ...flags], quiet);
  execFileSync(specgen, ["-o", paths.flat, "-deref", ...flags], quiet);
  return selfContained(await readFiles(paths.refs));
}

/** With `eth_subscribe` of our own document, until that of execution-apis is released; its types are those of execution-apis. */
function withSubscriptions(document: JsonObject): JsonObject {
  if (methodsIn(document).some((method) => textAt(method, "name") === "eth_subscribe")) {
    return document;
  }
  const path = fileURLToPath(new URL("../documents/ether.json", import.meta.url));
  const ether = parseJson(readFileSync(path, "utf8")) as JsonObject;
  const added = methodsIn(ether).filter((method) =>
    /subscribe$/.test(textAt(method, "name") ?? ""),
  );
  const made = { ...document, methods: [...methodsIn(document), ...added] };
  writeFileSync(join(work, "with-subscriptions.json"), formatJson(made));
  return made;
}
