import { resolve } from "node:path";
import { compareFiles, writeFiles, writeMissing } from "./files.ts";
import { lintSources } from "./lint/lint.ts";
import { readSources } from "./load/read.ts";
import { buildContract } from "./model.ts";
import { emitters, generatedPlaces, stubEmitters } from "./outputs.ts";

const usage = "usage: npm run codegen [-- --check]";

/**
 * Generates everything from openrpc/, or with `--check` lists what is not current. Returns the exit
 * code.
 */
export async function main(args: readonly string[], root: string): Promise<number> {
  const check = args.includes("--check");
  const unknown = args.find((arg) => arg !== "--check");
  if (unknown !== undefined) return fail([`unknown argument ${unknown}`, usage]);

  const sources = readSources(root);
  const findings = lintSources(sources);
  if (findings.length > 0) {
    const lines = findings.map(({ rule, where, text }) => `${where}: ${text} (${rule})`);
    return fail([...lines, `${count(findings.length, "finding")} in the contract`]);
  }

  const contract = buildContract(sources);
  const outputs = (await Promise.all(emitters.map(({ emit }) => emit(contract, root)))).flat();
  const differences = compareFiles(root, outputs, generatedPlaces);
  if (check) {
    if (differences.length === 0) return 0;
    const lines = differences.map(({ path, state }) => `${state}: ${path}`);
    return fail([...lines, "run `npm run codegen` and commit what it changes"]);
  }

  writeFiles(root, outputs, differences);
  for (const { path, state } of differences) {
    process.stdout.write(`${state === "orphaned" ? "removed" : "wrote"} ${path}\n`);
  }
  for (const path of writeMissing(
    root,
    stubEmitters.flatMap(({ emit }) => emit(contract)),
  )) {
    process.stdout.write(`created ${path}: implement the method\n`);
  }
  return 0;
}

function fail(lines: readonly string[]): number {
  process.stderr.write(lines.map((line) => `${line}\n`).join(""));
  return 1;
}

function count(size: number, noun: string): string {
  return `${size} ${noun}${size === 1 ? "" : "s"}`;
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  process.exitCode = await main(process.argv.slice(2), process.cwd());
}
