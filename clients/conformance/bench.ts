import { join } from "node:path";
import { NodeProcess } from "../../test/e2e/node-process.ts";
import type { Language } from "./language.ts";
import { run } from "./program.ts";

const rounds = 15;
const callsPerRound = 2000;

type Round = { readonly byHandMicros: number; readonly clientMicros: number };

/** CPU of a call through each client over one written by hand in its language, against one node. */
export async function bench(languages: readonly Language[], root: string): Promise<void> {
  const node = await NodeProcess.start("--network-id=local");
  try {
    row(["language", "by hand us", "client us", "overhead"]);
    for (const { name, bench: command } of languages) {
      const args = [...command, node.url, String(rounds), String(callsPerRound)] as const;
      const { code, out, err } = await run([...args], join(root, "clients", name));
      if (code !== 0) throw new Error(`the bench of ${name} ended with ${code}\n${err}`);
      const all = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Round);
      const byHand = median(all.map((each) => each.byHandMicros));
      const client = median(all.map((each) => each.clientMicros));
      const ratio = median(all.map((each) => each.clientMicros / each.byHandMicros));
      const overhead = `${((ratio - 1) * 100).toFixed(1)} %`;
      row([name, byHand.toFixed(1), client.toFixed(1), overhead]);
    }
  } finally {
    await node.discard();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function row(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padStart(14)).join("")}\n`);
}
