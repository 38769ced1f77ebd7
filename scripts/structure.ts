/*
 * `npx tsx scripts/structure.ts [--names] [REVISION...]`: the figures of decision 0019 at git revisions, `.` for the working tree: sizes,
 * complexity, callbacks, and the files and functions that requests pass through, from the socket to the response. Prints a table
 * with a column for each. `--names` adds the callbacks, and the files of each request in the order in which they were loaded,
 * each with the number of its functions that ran.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figuresOfFastify, figuresOfRequests } from "./structure/requests.ts";
import { type Figure, type Figures, filesIn, sizesOf } from "./structure/sizes.ts";

const root = join(import.meta.dirname, "..");
const given = process.argv.slice(2).filter((argument) => argument !== "--names");
const revisions = given.length > 0 ? given : ["."];
const columns: Figures[] = [];
for (const revision of revisions) {
  const folder = checkedOut(revision);
  try {
    columns.push({
      ...sizesOf(folder, filesIn(folder)),
      ...(await figuresOfRequests(folder)),
      ...(await figuresOfFastify()),
    });
  } finally {
    if (folder !== root) rmSync(folder, { recursive: true });
  }
}
const line = (...cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
process.stdout.write(line("", ...revisions) + line("---", ...revisions.map(() => "---")));
for (const name of Object.keys(columns[0]!)) {
  process.stdout.write(line(name, ...columns.map((figures) => textOf(figures[name]!))));
}
if (process.argv.includes("--names")) {
  for (const [i, figures] of columns.entries()) {
    for (const [name, figure] of Object.entries(figures)) {
      if (typeof figure === "string") continue;
      const names = figure.names.map((each) => `  ${each}\n`);
      process.stdout.write(`\n${revisions[i]}: ${name}\n${names.join("")}`);
    }
  }
}

function textOf(figure: Figure): string {
  return typeof figure === "string" ? figure : figure.text;
}

function checkedOut(revision: string): string {
  if (revision === ".") return root;
  const folder = mkdtempSync(join(tmpdir(), "couloir-structure-"));
  const archive = execFileSync("git", ["archive", revision], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}
