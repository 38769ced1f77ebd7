/*
 * Finds forms of old English in comments, texts and pages. The forms and what to write instead are a table in docs/style.md.
 * `npm run words` checks the repository, `npm run words -- PATH...` what is under some paths. Exits with 1 if it finds any.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A way of saying something that our English avoids. */
export type Form = {
  /** As in the table: a regular expression for whole words, in which a space also matches a line break. */
  readonly text: string;
  readonly pattern: RegExp;
  readonly replacement: string;
};

export type Finding = {
  readonly line: number;
  /** As found, on one line. */
  readonly found: string;
  readonly form: Form;
};

/** A sentence from our own text, before and after. */
export type Pair = { readonly before: string; readonly after: string };

const root = new URL("../", import.meta.url);
const stylePath = "docs/style.md";

/** Where we write English. Everything at the top that is Markdown belongs to it, too. */
const folders = [
  "bench",
  "bin",
  "clients",
  "codegen",
  "docs",
  "examples",
  "openrpc",
  "playground",
  "scripts",
  "src",
  "test",
];
const textFile =
  /(?:\.(?:css|go|html|io|java|js|json|kts|md|mjs|cjs|py|rs|sh|toml|ts|tsx|yaml|yml)|(?:^|\/)[A-Z][a-z]+file)$/;

/** The table of forms and its test, and what others wrote: recordings, genesis data, lock files, licences. */
const notOurs = [
  /^docs\/style\.md$|^test\/repository\/words\.test\.ts$/,
  /^src\/networks\/genesis\//,
  /^test\/(?:exchanges|histories|vectors)\/(?!.*\.(?:md|ts)$)/,
  /^test\/unit\/.*\.(?:json|ndjson)$/,
  /(?:^|\/)(?:package-lock|LICENCES)\./,
];

/** Reads the forms from the text of docs/style.md. */
export function readForms(style: string): readonly Form[] {
  return rowsOf(style, "forms").map(([text = "", replacement = ""]) => {
    const source = /^`(.+)`$/.exec(text)?.[1];
    if (source === undefined || replacement === "") throw new Error(`not a form: ${text}`);
    return { text: source, pattern: patternOf(source), replacement };
  });
}

/** Reads the pairs of sentences from the text of docs/style.md. */
export function readPairs(style: string): readonly Pair[] {
  return rowsOf(style, "pairs").map(([before = "", after = ""]) => ({ before, after }));
}

/** Lists each use of a form, in the order of the text. */
export function findForms(text: string, forms: readonly Form[]): readonly Finding[] {
  const findings = forms.flatMap((form) =>
    [...text.matchAll(form.pattern)].map((match) => ({ at: match.index, found: match[0], form })),
  );
  return findings
    .sort((one, other) => one.at - other.at)
    .map(({ at, found, form }) => ({
      line: text.slice(0, at).split("\n").length,
      found: found.replaceAll(/\s+/g, " "),
      form,
    }));
}

/** Whether a file of the repository holds English of ours. */
export function isOurs(path: string): boolean {
  if (!textFile.test(path) || notOurs.some((pattern) => pattern.test(path))) return false;
  return folders.some((folder) => path.startsWith(`${folder}/`)) || /^[^/]+\.md$/.test(path);
}

/** The part of a file to check: of a transcript only its comments, as the rest is what a node says. */
export function englishOf(path: string, text: string): string {
  if (!path.endsWith(".io")) return text;
  return text.replaceAll(/^(?!\/\/ ).*$/gm, "");
}

/** The cells of the table between `<!-- NAME:start -->` and `<!-- NAME:end -->`, without its head. */
function rowsOf(style: string, name: string): readonly (readonly string[])[] {
  const table = new RegExp(`<!-- ${name}:start -->([\\s\\S]*?)<!-- ${name}:end -->`).exec(style);
  if (table === null) throw new Error(`${stylePath} has no table of ${name}`);
  const rows = table[1]!.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
}

/** Ignores case unless the form has a capital. A phrase may continue after a line break and the sign of a comment. */
function patternOf(source: string): RegExp {
  const spaced = source.replaceAll(" ", String.raw`\s+(?:(?:\/\/+!?|\*|#|>)\s+)?`);
  return new RegExp(`(?<![\\w-])(?:${spaced})(?![\\w-])`, /[A-Z]/.test(source) ? "g" : "gi");
}

function listFiles(paths: readonly string[]): readonly string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...paths];
  const listed = execFileSync("git", args, { cwd: fileURLToPath(root), maxBuffer: 2 ** 26 });
  return listed.toString().split("\0").filter(isOurs);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, root), "utf8");
  } catch (error) {
    // A file that is deleted and not yet committed.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function main(paths: readonly string[]): number {
  const forms = readForms(readText(stylePath) ?? "");
  let count = 0;
  for (const path of listFiles(paths)) {
    for (const { line, found, form } of findForms(englishOf(path, readText(path) ?? ""), forms)) {
      console.log(`${path}:${line}: "${found}"; write: ${form.replacement}`);
      count += 1;
    }
  }
  if (count > 0) console.error(`${count} old forms; ${stylePath} has the list`);
  return count === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = main(process.argv.slice(2));
}
