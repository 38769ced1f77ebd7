import { join } from "node:path";
import type { ClientModel } from "../../codegen/clients/model.ts";
import type { JsonObject } from "../../codegen/load/json.ts";
import type { Line, LineAnswer, Target } from "./call.ts";
import { compareAnswers, compareWithWire, type Difference } from "./compare.ts";
import type { Language } from "./language.ts";
import { runProgram } from "./program.ts";
import { sampleTarget } from "./sample-target.ts";
import { callByHand } from "./wire.ts";

const shownMax = 10;

/** Makes every call of every target through each client, and tells whether all say the same as the wire. */
export async function conform(
  languages: readonly Language[],
  model: ClientModel,
  root: string,
): Promise<boolean> {
  const targets = model.profiles.map((profile) => sampleTarget(model, profile));
  let good = true;
  for (const target of targets) good = (await conformTo(target, languages, model, root)) && good;
  return good;
}

async function conformTo(
  target: Target,
  languages: readonly Language[],
  model: ClientModel,
  root: string,
): Promise<boolean> {
  const byHand = () => withOpen(target, (url) => callByHand(url, target.lines, model));
  const wire = await byHand();
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
      const differences = compareWithWire(answer, one, two);
      const others =
        first === undefined || first[0] === name || differences.length > 0
          ? []
          : compareAnswers(answer, first[1][index] as JsonObject, one, two);
      return [...differences, ...others].map((each) => ({ line, ...each }));
    });
    show(name, target, found);
    good &&= found.length === 0;
  }
  return good;
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
    const method = "batch" in line ? "batch" : line.method;
    print(
      `  ${method} ${where}\n    got ${got.slice(0, 300)}\n    expected ${expected.slice(0, 300)}`,
    );
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
