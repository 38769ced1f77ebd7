import { join } from "node:path";
import type { ClientModel } from "../../codegen/clients/model.ts";
import { ownModel } from "../../codegen/clients/own-model.ts";
import type { JsonObject } from "../../codegen/load/json.ts";
import type { Contract } from "../../codegen/model.ts";
import type { Line, LineAnswer, Target } from "./call.ts";
import { compareAnswers, compareWithWire, type Difference } from "./compare.ts";
import { compareWithExpectation } from "./expectation.ts";
import type { Language } from "./language.ts";
import { startNodeTarget } from "./node-target.ts";
import { runProgram } from "./program.ts";
import { sampleTarget } from "./sample-target.ts";
import { unknownKindsTarget } from "./unknown-kinds.ts";
import { callByHand } from "./wire.ts";
import { wordingTarget } from "./wording.ts";
import { wrongTargets } from "./wrong-target.ts";

const shownMax = 10;

/** Makes every call of every target through each client, and compares the results with the wire. */
export async function conform(
  languages: readonly Language[],
  contract: Contract,
  root: string,
): Promise<boolean> {
  const model = ownModel(contract);
  const node = await startNodeTarget(contract.profiles[0].documents);
  try {
    const targets = [
      node,
      ...model.profiles.map((profile) => sampleTarget(model, profile)),
      unknownKindsTarget(model),
      wordingTarget(),
      ...wrongTargets(model),
    ];
    let good = true;
    for (const target of targets) good = (await conformTo(target, languages, model, root)) && good;
    return good;
  } finally {
    await node.discard();
  }
}

async function conformTo(
  target: Target,
  languages: readonly Language[],
  model: ClientModel,
  root: string,
): Promise<boolean> {
  const byHand = () => withOpen(target, (url) => callByHand(url, target.lines, model));
  const wire = await byHand();
  print(`${target.name}: ${target.lines.length} lines, ${coverage(target.lines, wire)}`);
  const said = new Map<string, JsonObject[]>();
  let good = true;
  for (const { name, conformance } of languages) {
    try {
      const folder = join(root, "clients", name);
      const answers = await withOpen(target, (url) =>
        runProgram([...conformance, url, target.profile], folder, target.lines),
      );
      said.set(name, answers);
    } catch (error) {
      good = false;
      print(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const again = await byHand();
  const [first] = said;
  for (const [name, answers] of said) {
    const found = target.lines.flatMap((line, index) => {
      const [one, two] = [wire[index], again[index]] as [LineAnswer, LineAnswer];
      const answer = answers[index] as JsonObject;
      const expectation = target.expectations?.[index];
      const differences = [
        ...(expectation !== undefined && "failure" in expectation
          ? []
          : compareWithWire(answer, one, two)),
        ...(expectation === undefined ? [] : compareWithExpectation(answer, one, expectation)),
      ];
      const others =
        first === undefined || first[0] === name || differences.length > 0 || "failure" in answer
          ? []
          : compareAnswers(answer, first[1][index] as JsonObject, one, two);
      return [...differences, ...others]
        .filter(({ where }) => !target.volatile.includes(`${methodOf(line)} ${where}`))
        .map((each) => ({ line, ...each }));
    });
    show(name, target, found);
    good &&= found.length === 0;
  }
  return good;
}

/** How many methods are called, and which of them only ever failed. */
function coverage(lines: readonly Line[], wire: readonly LineAnswer[]): string {
  const called = new Set<string>();
  const answered = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const answer = wire[index];
    if ("batch" in line || answer === undefined) continue;
    called.add(line.method);
    if ("result" in answer) answered.add(line.method);
  }
  const failed = [...called].filter((method) => !answered.has(method));
  const others =
    failed.length === 0 ? "all with a result" : `only errors from ${failed.join(", ")}`;
  return `${called.size} methods, ${others}`;
}

function methodOf(line: Line): string {
  return "batch" in line ? "batch" : line.method;
}

async function withOpen<T>(target: Target, use: (url: string) => Promise<T>): Promise<T> {
  const open = await target.open();
  try {
    return await use(open.url);
  } finally {
    await open.close();
  }
}

function show(
  language: string,
  { name, lines }: Target,
  found: readonly (Difference & { readonly line: Line })[],
): void {
  const verdict = found.length === 0 ? "the same as the wire" : `${found.length} DIFFERENCES`;
  print(`${language}: ${lines.length} calls, ${name}: ${verdict}`);
  for (const { line, where, got, expected } of found.slice(0, shownMax)) {
    print(
      `  ${methodOf(line)} ${where}\n    got ${got.slice(0, 300)}\n    expected ${expected.slice(0, 300)}`,
    );
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
