/*
 * `npm run citations` checks that every file of AvalancheGo that a comment or document cites is in cited.json, the list
 * of those that exist in the cited version; part of `npm run check`. `-- --write` looks the files up in the Go module
 * proxy and writes the list; `--checkout FOLDER` is a git clone of AvalancheGo for versions that no proxy has.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CitationAt, readCitations } from "./current/citations.ts";
import { listFile, readList, type SourceList, sourceOf } from "./current/cited-list.ts";
import { contentHash, downloadModule } from "./current/go-modules.ts";

const { values: flags } = parseArgs({
  options: { write: { type: "boolean", default: false }, checkout: { type: "string" } },
});

const citations = readCitations();
const problems = flags.write ? await write(citations) : check(citations, readList());
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Without asking anybody. */
function check(all: readonly CitationAt[], list: SourceList): readonly string[] {
  const missing = all
    .filter(
      (citation) =>
        citation.version === "" || list[sourceOf(citation)]?.[citation.path] === undefined,
    )
    .map((citation) => `${nameOf(citation)} is not known to exist`);
  const cited = new Set(all.map((citation) => `${sourceOf(citation)} ${citation.path}`));
  const unused = Object.entries(list)
    .flatMap(([source, paths]) => Object.keys(paths).map((path) => `${source} ${path}`))
    .filter((source) => !cited.has(source))
    .map((source) => `cited.json: nothing cites ${source} any more`);
  const found = [...missing, ...unused];
  return found.length === 0 ? [] : [...found, "run `npm run citations -- --write` to look them up"];
}

/** Writes the list of the files that exist, and returns the citations of others. */
async function write(all: readonly CitationAt[]): Promise<readonly string[]> {
  const list: Record<string, Record<string, string>> = {};
  const problems: string[] = [];
  for (const citation of all.filter(({ version }) => version === ""))
    problems.push(`${nameOf(citation)} has no version, such as @ v1.12.1`);
  for (const [source, citationsOfIt] of [...bySource(all)].sort()) {
    const { folder, remove } = await sourcesOf(citationsOfIt);
    const hashes: [string, string][] = [];
    for (const citation of citationsOfIt) {
      const hash = citation.path === "" ? undefined : contentHash(folder, citation.path);
      if (hash === undefined) problems.push(`${nameOf(citation)} does not exist`);
      else hashes.push([citation.path, hash]);
    }
    list[source] = Object.fromEntries(hashes.sort());
    remove();
  }
  writeFileSync(listFile, `${JSON.stringify(list, undefined, 2)}\n`);
  return problems;
}

function bySource(all: readonly CitationAt[]): ReadonlyMap<string, readonly CitationAt[]> {
  const found = new Map<string, CitationAt[]>();
  for (const citation of all.filter(({ version }) => version !== "")) {
    const source = sourceOf(citation);
    found.set(source, [...(found.get(source) ?? []), citation]);
  }
  return found;
}

/** The sources of the version that a citation names. */
async function sourcesOf(all: readonly CitationAt[]) {
  const { module, version } = all[0]!;
  try {
    return { folder: await downloadModule(module, version), remove: () => {} };
  } catch (error) {
    if (flags.checkout === undefined || !module.endsWith("/avalanchego")) throw error;
    const folder = mkdtempSync(join(tmpdir(), "avalanchego-"));
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-C", flags.checkout!, ...args], { maxBuffer: 2 ** 30 });
    const files = new Set(git("ls-tree", "-rt", "--name-only", version).toString().split("\n"));
    const cited = all.map(({ path }) => path).filter((path) => files.has(path));
    execFileSync("tar", ["-x", "-C", folder], { input: git("archive", version, "--", ...cited) });
    return { folder, remove: () => rmSync(folder, { recursive: true }) };
  }
}

function nameOf({ file, line, path, version }: CitationAt): string {
  return `${file}:${line}: ${path === "" ? "(no path)" : path}${version === "" ? "" : ` @ ${version}`}`;
}
