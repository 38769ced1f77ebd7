/*
 * `npx tsx test/histories/compare-random.ts --recorder PATH --rules NAME --eras A,B [--count N] [--steps FROM-TO] [--seed N]
 * [--keep FOLDER]`: records random chains with AvalancheGo's own VM, executes each again with every call, rejected transaction
 * and rejected block, and prints totals. PATH is a history recorder, a test binary of vms/platformvm that reads ORACLE_OUT,
 * ORACLE_SEED, ORACLE_STEPS and ORACLE_ERA. A chain that differs stays in the folder of --keep; the exit code is then 1.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";

const { values: options } = parseArgs({
  options: {
    recorder: { type: "string" },
    rules: { type: "string" },
    eras: { type: "string" },
    count: { type: "string", default: "10" },
    steps: { type: "string", default: "30-150" },
    seed: { type: "string", default: "1" },
    keep: { type: "string", default: "." },
  },
});
const { recorder, rules, eras } = options;
if (recorder === undefined || rules === undefined || eras === undefined) {
  throw new Error("--recorder, --rules and --eras are required");
}
const eraNames = eras.split(",");
const [stepsMin, stepsMax] = options.steps.split("-").map(Number) as [number, number];
const couloir = join(import.meta.dirname, "../../bin/couloir");

const totals = { chains: 0, blocks: 0, compared: 0, refusals: 0, different: 0 };
for (let number = 0; number < Number(options.count); number++) {
  const seed = Number(options.seed) + number;
  const era = eraNames[number % eraNames.length]!;
  const steps = stepsMin + ((number * 37) % (stepsMax - stepsMin + 1));
  const { folder, isEqual, figures, text } = await compareChain(recorder, { seed, era, steps });
  totals.chains++;
  totals.blocks += figures.blocks;
  totals.compared += figures.compared;
  totals.refusals += figures.refusals;
  if (isEqual) rmSync(folder, { recursive: true });
  else {
    totals.different++;
    const kept = join(options.keep, `${era}-${seed}-${process.pid}`);
    writeFileSync(join(folder, "differences.txt"), text);
    renameSync(folder, kept);
    print(`${kept} differs:\n${text}`);
  }
  print(
    `${era} seed ${seed}, ${steps} steps: ${JSON.stringify(figures)}; ${JSON.stringify(totals)}`,
  );
}
process.exitCode = totals.different > 0 ? 1 : 0;

type Chain = { readonly seed: number; readonly era: string; readonly steps: number };
type Figures = { readonly blocks: number; readonly compared: number; readonly refusals: number };

async function compareChain(binary: string, { seed, era, steps }: Chain) {
  mkdirSync(options.keep, { recursive: true });
  const folder = mkdtempSync(join(options.keep, "chain-"));
  await promisify(execFile)(binary, ["-test.run", "TestOracle"], {
    env: {
      ...process.env,
      ORACLE_OUT: folder,
      ORACLE_SEED: String(seed),
      ORACLE_ERA: era,
      ORACLE_STEPS: String(steps),
    },
    maxBuffer: 2 ** 26,
  });
  const { text, isEqual } = await replay(folder);
  return { folder, isEqual, text, figures: figuresOf(text) };
}

async function replay(folder: string): Promise<{ text: string; isEqual: boolean }> {
  const args = [couloir, "replay", folder, "--compare", `--rules=${rules}`];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
    return { text: stdout, isEqual: true };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { text: `${stdout}${stderr}`, isEqual: false };
  }
}

function figuresOf(text: string): Figures {
  const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    blocks: figure(/^(\d+) blocks,/m),
    compared: figure(/^all +(\d+) compared/m),
    refusals: figure(/^rejection messages: \d+ of (\d+)/m),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
