/*
 * `npm run test:clients [-- LANGUAGE...] [--bench]`: checks every client with its language's tools,
 * then makes the same calls through all clients and compares the results with each other and with
 * the bytes on the wire.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSources } from "../../codegen/load/read.ts";
import { buildContract, ofClients } from "../../codegen/model.ts";
import { bench } from "./bench.ts";
import { conform } from "./conform.ts";
import { conformEvents } from "./events/conform-events.ts";
import type { Language } from "./language.ts";
import { languages } from "./languages.ts";
import { run } from "./program.ts";
import { walkReadmes } from "./readme/walk.ts";
import { compileSnippets } from "./snippets/compile.ts";

const root = join(import.meta.dirname, "../..");
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bench: { type: "boolean", default: false },
    /** Only the conformance run, without format, lint, compile and test. */
    conformance: { type: "boolean", default: false },
    /** Only the walk through the READMEs. */
    readme: { type: "boolean", default: false },
    /** Only the snippets of the API page. */
    snippets: { type: "boolean", default: false },
  },
});

const unknown = positionals.filter((name) => !languages.some((each) => each.name === name));
if (unknown.length > 0) throw new Error(`no client in ${unknown.join(", ")}`);
const asked = languages.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
const present = await withToolchain(asked);
if (options.bench) await bench(present, root);
else if (options.readme) process.exitCode = (await walkAll(present)) ? 0 : 1;
else if (options.snippets) process.exitCode = (await compileAll(present)) ? 0 : 1;
else process.exitCode = (await check()) ? 0 : 1;

async function check(): Promise<boolean> {
  let good = true;
  const sound: Language[] = [];
  for (const language of present) {
    if (options.conformance || (await runSteps(language))) sound.push(language);
    else good = false;
  }
  const contract = ofClients(buildContract(readSources(root)));
  good = (await conform(sound, contract, root)) && good;
  good = (await conformEvents(sound, contract, root)) && good;
  if (options.conformance) return good;
  good = (await compileAll(sound)) && good;
  return (await walkAll(sound)) && good;
}

/** Follows the README of each language in an empty folder. */
function walkAll(languages: readonly Language[]): Promise<boolean> {
  return walkReadmes(
    languages.map(({ name }) => name),
    root,
  );
}

/** Compiles the snippets that the API page shows in each language. */
async function compileAll(languages: readonly Language[]): Promise<boolean> {
  let good = true;
  for (const { name } of languages) {
    const { code, out, err, count } = await compileSnippets(name, root);
    print(
      `${name}: ${count} snippets of the API page ${code === 0 ? "compile" : "DO NOT COMPILE"}`,
    );
    if (code === 0) continue;
    print(`${out}${err}`.slice(0, 4000));
    good = false;
  }
  return good;
}

/** Returns the languages whose tools are installed, and prints the others. */
async function withToolchain(all: readonly Language[]): Promise<Language[]> {
  const found: Language[] = [];
  for (const language of all) {
    const folder = join(root, "clients", language.name);
    const versions: string[] = [];
    let missing: string | undefined;
    for (const command of language.toolchain) {
      const { code, out, err } = await run(command, folder);
      if (code === 0) versions.push((out || err).trim().split("\n")[0] ?? "");
      else missing ??= command[0];
    }
    if (missing === undefined) {
      print(`${language.name}: ${versions.join(", ")}`);
      found.push(language);
    } else {
      print(`skipped: ${language.name} (${missing} not found)`);
    }
  }
  return found;
}

async function runSteps({ name: language, steps }: Language): Promise<boolean> {
  const folder = join(root, "clients", language);
  for (const { name, command, needs } of steps) {
    if (needs !== undefined && (await run(needs, folder)).code !== 0) {
      print(`skipped: ${language}: ${name} (${needs.join(" ")} does not run)`);
      continue;
    }
    const began = performance.now();
    const { code, out, err } = await run(command, folder);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    print(`${language}: ${name} ${code === 0 ? "passed" : "FAILED"} (${seconds} s)`);
    if (code !== 0) {
      print(`${out}${err}`);
      return false;
    }
  }
  return true;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
