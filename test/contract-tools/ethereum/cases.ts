import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { methodsIn } from "../../../codegen/document-parts.ts";
import { fileCases } from "../../../codegen/foreign/check/file-cases.ts";
import { type Outcome, runCases } from "../../../codegen/foreign/check/run.ts";
import { equal } from "../../../codegen/foreign/server/runtime/equal.ts";
import { Validators } from "../../../codegen/foreign/validators.ts";
import { formatJson, type Json, type JsonObject, parseJson } from "../../../codegen/load/json.ts";
import type { Geth } from "./geth.ts";

/** The tools of execution-apis, and what they read. */
export type Checkers = {
  readonly geth: string;
  readonly speccheck: string;
  readonly rpctestgen: string;
  /** The document without references, which speccheck needs. */
  readonly spec: string;
  /** Folder of the `.io` files, and that of the chain that they are made with. */
  readonly tests: string;
  readonly chain: string;
};

const run = promisify(execFile);

/**
 * Sends the `.io` files to a geth with their chain, and compares the verdicts with those of execution-apis' tools: of
 * speccheck on whether each response, and a broken one, matches the document, and of rpctestgen on which responses are not
 * those of the files.
 */
export async function checkCases(
  document: JsonObject,
  node: Geth,
  checkers: Checkers,
  folder: string,
): Promise<string> {
  const files = ioFiles(checkers.tests);
  const outcomes = await runCases(casesIn(document, checkers.tests, files), node.url, {});
  const bySchema = await againstSpeccheck(document, outcomes, checkers, files, folder);
  const regenerated = regenerate(checkers, join(folder, "regenerated"));
  const wrong: string[] = [];
  let same = 0;
  for (const { file, differs } of byFile(outcomes, files)) {
    const generated = responses(join(regenerated, file));
    const recorded = responses(join(checkers.tests, file));
    const isSame = generated.every((each, index) => isSameResponse(each, recorded[index] ?? null));
    const isSpecOnly = /^\/\/\s*speconly:/m.test(readFileSync(join(checkers.tests, file), "utf8"));
    if (!isSpecOnly && isSame === differs) wrong.push(`${file}: rpctestgen ${isSame}`);
    if (isSame) same += 1;
  }
  if (wrong.length > 0) throw new Error(`other verdicts than rpctestgen:\n${wrong.join("\n")}`);
  const held = outcomes.filter(({ verdict }) => verdict.difference === undefined).length;
  const found = outcomes.flatMap(({ case: { name }, verdict: { difference } }) =>
    difference === undefined ? [] : [`\n  ${name}: ${difference}`],
  );
  return `${held} of ${outcomes.length} exchanges hold, ${same} files are the same to rpctestgen; ${bySchema}${found.join("")}`;
}

function casesIn(document: JsonObject, folder: string, files: readonly string[]) {
  const checked = { document, validators: new Validators(document) };
  const all = new Set(methodsIn(document).map(({ name }) => String(name)));
  const paths = files.map((file) => join(folder, file));
  const { cases, skipped } = fileCases(checked, paths, all);
  if (skipped.length > 0) throw new Error(`${skipped[0]?.method} is not in the document`);
  return cases;
}

/** Compares with speccheck what matches the document: live responses, and the same with a broken result. */
async function againstSpeccheck(
  document: JsonObject,
  sent: readonly Outcome[],
  { speccheck, spec, tests }: Checkers,
  files: readonly string[],
  folder: string,
): Promise<string> {
  const lenient = join(folder, "lenient");
  for (const file of files) {
    write(join(lenient, file), `// speconly:\n${readFileSync(join(tests, file), "utf8")}`);
  }
  // Sent once: a second time, the transactions would be known.
  const outcomes = casesIn(document, lenient, files).map((each, index): Outcome => {
    const answer = sent[index]?.answer ?? { status: 0, text: "" };
    return { case: each, answer, verdict: each.judge(answer) };
  });
  const wrong: string[] = [];
  let invalid = 0;
  let checked = 0;
  for (const kind of ["live", "broken"] as const) {
    const root = join(folder, kind);
    const own = files.map((file) => {
      const of = outcomes.filter((each) => fileOf(each) === join(lenient, file));
      const judged = of.map((each) => judge(each, kind));
      const lines = judged.map(({ body, text }) => `>> ${body}\n<< ${text}\n`);
      write(join(root, file), lines.join(""));
      return { file, holds: judged.every(({ holds }) => holds) };
    });
    for (const { file, holds } of own) {
      // speccheck does not validate tests of this name.
      if (basename(file).includes("invalid")) continue;
      const name = file.replace(/\.io$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const args = ["--spec", spec, "--tests", root, "--regexp", `^/${name}$`];
      const agrees = await run(speccheck, args, { maxBuffer: 1 << 28 }).then(
        () => holds,
        () => !holds,
      );
      checked += 1;
      if (!holds) invalid += 1;
      if (!agrees) wrong.push(`${kind} ${file}: couloir ${holds ? "accepts" : "refuses"} it`);
    }
  }
  if (wrong.length > 0) throw new Error(`other verdicts than speccheck:\n${wrong.join("\n")}`);
  return `the verdicts on ${checked} files, of which ${invalid} do not match the document, are those of speccheck`;
}

/** What the check says of a response, or of one whose result is broken. */
function judge(outcome: Outcome, kind: "live" | "broken") {
  const response = parseJson(outcome.answer?.text || "null") as JsonObject;
  const result = speccheckReads(response["result"] ?? null);
  const sent =
    "result" in response
      ? { ...response, result: kind === "live" ? result : breakResult(result) }
      : response;
  const text = oneLine(sent);
  const { difference } = outcome.case.judge({ status: 200, text });
  return { body: outcome.case.body, text, holds: difference === undefined };
}

/** speccheck writes `items` of a result as a list of one schema, so that it validates the first item only. */
function speccheckReads(result: Json): Json {
  return Array.isArray(result) ? (result as readonly Json[]).slice(0, 1) : result;
}

/** A list or object with a broken member, and anything else as a number. */
function breakResult(result: Json): Json {
  if (Array.isArray(result)) {
    const [first, ...rest] = result as readonly Json[];
    return first === undefined ? 5 : [breakResult(first), ...rest];
  }
  if (typeof result !== "object" || result === null) return 5;
  const [first] = Object.entries(result);
  return first === undefined ? 5 : { ...result, [first[0]]: breakResult(first[1]) };
}

function regenerate({ rpctestgen, geth, chain }: Checkers, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const args = ["--bin", geth, "--chain", chain, "--out", folder];
  execFileSync(rpctestgen, args, { stdio: ["ignore", "ignore", "pipe"] });
  return folder;
}

function byFile(outcomes: readonly Outcome[], files: readonly string[]) {
  return files.map((file) => ({
    file,
    differs: outcomes
      .filter((each) => fileOf(each).endsWith(`/${file}`))
      // What rpctestgen writes may not match the document.
      .some(
        ({ verdict: { difference = "the result breaks" } }) =>
          !/^the result breaks/.test(difference),
      ),
  }));
}

/** The name of a case is that of its file and a number. */
function fileOf({ case: { name } }: Outcome): string {
  return name.replace(/ \d+$/, "");
}

function ioFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".io"))
    .sort();
}

function responses(path: string): Json[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.startsWith("<< ")).map((line) => parseJson(line.slice(3)));
}

/** IDs and texts of errors do not count: rpctestgen numbers its requests. */
function isSameResponse(one: Json, other: Json): boolean {
  const [a, b] = [one, other] as unknown as readonly JsonObject[];
  if (a === undefined || b === undefined) return false;
  if ("error" in a || "error" in b) return "error" in a && "error" in b;
  return equal(a["result"] ?? null, b["result"] ?? null);
}

function oneLine(value: Json): string {
  return formatJson(value, 0).trimEnd();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
