/*
 * `npm run torture [-- --only CASE,CASE] [--list]`: attacks nodes in processes of their own and prints what was measured
 * beside its bound. The exit code is 1 if a measure is beyond its bound or a case ends with an error.
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { Stage } from "./stage.ts";
import { type Measure, passes, type TortureCase } from "./torture-case.ts";

const { values: options } = parseArgs({
  options: { only: { type: "string" }, list: { type: "boolean", default: false } },
});
const cases = new URL("cases/", import.meta.url);
const names = readdirSync(cases)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length))
  .sort();
const wanted = options.only?.split(",") ?? names;
for (const name of wanted) {
  if (!names.includes(name)) throw new Error(`--only: ${name} is none of ${names.join(", ")}`);
}

let failures = 0;
printRow(["case", "what", "measured", "bound", ""]);
for (const name of wanted) {
  const { torture } = (await import(new URL(`${name}.ts`, cases).href)) as { torture: TortureCase };
  if (options.list) printRow([name, torture.attack, "", "", ""]);
  else failures += await runCase(name, torture);
}
if (!options.list) console.log(failures === 0 ? "\nall pass" : `\n${failures} FAIL`);
process.exitCode = failures === 0 ? 0 : 1;

/** Runs a case, prints its rows, and returns how many of them fail. */
async function runCase(name: string, torture: TortureCase): Promise<number> {
  const stage = new Stage();
  try {
    const measures = await torture.run(stage);
    for (const measure of measures) printRow([name, measure.what, ...columnsOf(measure)]);
    return measures.filter((measure) => !passes(measure)).length;
  } catch (error) {
    printRow([name, String(error), "", "", "FAIL"]);
    return 1;
  } finally {
    await stage.end();
  }
}

function columnsOf(measure: Measure): [string, string, string] {
  const { unit } = measure;
  const show = (value: number) => `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`.trim();
  const bound =
    "bound" in measure
      ? `<= ${show(measure.bound)}`
      : "atLeast" in measure
        ? `>= ${show(measure.atLeast)}`
        : "reported";
  return [show(measure.measured), bound, passes(measure) ? "pass" : "FAIL"];
}

function printRow([name, what, measured, bound, verdict]: [
  string,
  string,
  string,
  string,
  string,
]): void {
  const cells = [name.padEnd(24), what.padEnd(64), measured.padStart(12), bound.padStart(14)];
  console.log(`${cells.join(" ")}  ${verdict}`);
}
