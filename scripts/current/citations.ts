/*
 * Finds the files of AvalancheGo that our comments and documents name as a source, such as
 * `avalanchego vms/platformvm/service.go GetUTXOs @ v1.12.1`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const avalancheGo = "github.com/ava-labs/avalanchego";

/** A file or folder of a Go module. */
export type Citation = {
  readonly module: string;
  /** Empty if the text names a path of AvalancheGo but no version. */
  readonly version: string;
  /** Empty if the text names a version but no path. */
  readonly path: string;
};

/** Where our repository has the citation. */
export type CitationAt = Citation & { readonly file: string; readonly line: number };

const root = fileURLToPath(new URL("../../", import.meta.url));

const modules: Readonly<Record<string, string>> = {
  avalanchego: avalancheGo,
  coreth: "github.com/ava-labs/coreth",
  libevm: "github.com/ava-labs/libevm",
};

const textFile = /\.(?:cjs|css|go|io|java|js|json|md|mjs|proto|py|rs|ts|tsx|ya?ml)$/;

/** Generated copies, data of others, and the texts about citations themselves. */
const notRead =
  /^docs\/reference\/|(?:^|\/)_?generated\/|\/gen_[^/]*$|^src\/networks\/genesis\/|^package-lock\.json$|^scripts\/(?:current\/|citations\.)|^test\/repository\/citations/;

const version = String.raw`v\d+\.\d+\.\d+(?:-(?:fuji|rc)(?:\.\d+)?)*`;
const versions = `${version}(?:(?:,| and) ${version})*`;
/** `PATHS @ VERSIONS`, whose paths are in the same sentence. */
const pathsFirst = new RegExp(`@ +(${versions})(?![\\w.-]*\\w)`, "g");
/** `AvalancheGo VERSION, PATHS` */
const versionFirst = new RegExp(
  `\\bAvalancheGo (${version})[,:] +((?:\`?[\\w{}-]+[./][\\w./{},-]+\`?(?:,? +and +| +)?)+)`,
  "g",
);

const named = /\bavalanchego +(?=[a-z]\w*\/[\w/]+)/g;

/** Reads the citations of a text in order, with their lines. */
export function citationsIn(text: string): readonly (Citation & { readonly line: number })[] {
  const sentences = joinLines(text);
  const found: (Citation & { readonly at: number })[] = [];
  const cites: [start: number, end: number][] = [];
  let end = 0;
  for (const { 0: match, 1: cited = "", index } of sentences.matchAll(pathsFirst)) {
    const source = sentences
      .slice(Math.max(end, index - 500), index)
      .split(/[.;] |\/\*|\n/)
      .at(-1)!;
    found.push(...citationsOf(source, cited).map((citation) => ({ ...citation, at: index })));
    end = index + match.length;
    cites.push([index - source.length, end]);
  }
  for (const { 1: cited = "", 2: source = "", index } of sentences.matchAll(versionFirst)) {
    found.push(...citationsOf(source, cited).map((citation) => ({ ...citation, at: index })));
  }
  for (const { 0: match, index } of sentences.matchAll(named)) {
    if (cites.some(([start, past]) => index >= start && index < past)) continue;
    const [path = ""] = pathsOf(sentences.slice(index + match.length, index + 200).split(/ +/));
    found.push({ module: avalancheGo, version: "", path, at: index });
  }
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...citation }) => ({ ...citation, line: text.slice(0, at).split("\n").length }));
}

/** Reads every citation of the repository. */
export function readCitations(): readonly CitationAt[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 26 }).toString();
  return listed
    .split("\0")
    .filter((file) => textFile.test(file) && !notRead.test(file))
    .flatMap((file) => citationsIn(readText(file)).map((citation) => ({ ...citation, file })));
}

/** Replaces line breaks inside a comment or paragraph, and the marks after them, by as many spaces. */
function joinLines(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|#|>)?[ \t]+(?=\S)|\n(?=\w)/g, (gap) =>
    " ".repeat(gap.length),
  );
}

function citationsOf(source: string, cited: string): readonly Citation[] {
  const words = source.split(/ +/);
  const at = words.findLastIndex((word) => word.toLowerCase() in modules);
  const module = modules[words[at]?.toLowerCase() ?? ""] ?? avalancheGo;
  const paths = pathsOf(words.slice(at + 1));
  return cited
    .match(new RegExp(version, "g"))!
    .flatMap((each) =>
      (paths.length === 0 ? [""] : paths).map((path) => ({ module, version: each, path })),
    );
}

/** The paths among words: those with a slash, and file names, which are in the folder of the path before them. */
function pathsOf(words: readonly string[]): readonly string[] {
  const paths: string[] = [];
  for (const word of words) {
    const path = /^[(`"]*([\w./{},-]*[\w}])(?::[\d-]+)?[)`",:]*$/.exec(word)?.[1] ?? "";
    if (/^[a-z{][^/]*\//.test(path)) paths.push(...expandBraces(path));
    else if (/^[\w{},-]+\.(?:go|json|crt|key|proto)$/.test(path)) {
      const folder = paths.at(-1)?.replace(/[^/]*$/, "") ?? "";
      paths.push(...expandBraces(`${folder}${path}`));
    }
  }
  return paths;
}

/** `a/{b,c}.go` means `a/b.go` and `a/c.go`. */
function expandBraces(path: string): readonly string[] {
  const braces = /^(.*?)\{([^}]*)\}(.*)$/.exec(path);
  if (braces === null) return [path];
  const [, head, names = "", tail] = braces;
  return names.split(",").flatMap((name) => expandBraces(`${head}${name}${tail}`));
}

function readText(file: string): string {
  try {
    return readFileSync(`${root}${file}`, "utf8");
  } catch (error) {
    // A file that is deleted and not yet committed.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
