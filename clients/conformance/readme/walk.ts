import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NodeProcess } from "../../../test/e2e/node-process.ts";
import { run } from "../program.ts";
import { stepsOf } from "./blocks.ts";

/** The port in the READMEs. */
const port = ":9650";

/**
 * Follows the README of each language in an empty folder, with a node to call: saves what it says to save and runs what it says
 * to run. Only the port may differ. Returns whether every command succeeded.
 */
export async function walkReadmes(languages: readonly string[], root: string): Promise<boolean> {
  const node = await NodeProcess.start("--network-id=local");
  try {
    let good = true;
    for (const language of languages) {
      const problem = await walk(language, root, node.url);
      process.stdout.write(`${language}: its README ${problem ?? "can be followed"}\n`);
      good &&= problem === undefined;
    }
    return good;
  } finally {
    await node.discard();
  }
}

async function walk(language: string, root: string, url: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), `couloir-readme-${language}-`));
  const adapted = (text: string) => text.replaceAll(port, `:${new URL(url).port}`);
  try {
    const readme = readFileSync(join(root, "clients", language, "README.md"), "utf8");
    for (const step of stepsOf(readme)) {
      if ("save" in step) {
        mkdirSync(dirname(join(folder, step.save)), { recursive: true });
        writeFileSync(join(folder, step.save), adapted(step.text));
        continue;
      }
      const command = ["env", `COULOIR=${root}`, "sh", "-e", "-c", adapted(step.run)] as const;
      const { code, out, err } = await run(command, folder);
      if (code !== 0) return `fails at:\n${step.run}\n${out.slice(-2000)}${err.slice(-4000)}`;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
