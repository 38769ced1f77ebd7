import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { generatedPlaces } from "../../codegen/outputs.ts";
import { abstractMethodsOf, functionsOf, typeMembersOf } from "./functions.ts";

/** A figure, or with it the names of what it counts. */
export type Figure = string | { readonly text: string; readonly names: readonly string[] };
export type Figures = Readonly<Record<string, Figure>>;

/** The sizes of what is written by hand, and of what is generated and committed. */
export function sizesOf(folder: string, files: readonly string[]): Figures {
  const src = files.filter(
    (path) => /^src\/.*\.ts$/.test(path) && !path.startsWith("src/generated/"),
  );
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const lines = src.map((path) => linesIn(read(path)));
  const functions = src.flatMap((path) => functionsOf(path, read(path)));
  const byLines = functions.toSorted((a, b) => a.lines - b.lines);
  const byComplexity = functions.toSorted((a, b) => a.complexity - b.complexity);
  const longest = byLines.at(-1)!;
  const mostComplex = byComplexity.at(-1)!;
  const rpcFiles = src.filter((path) => path.startsWith("src/rpc/"));
  const rpc = rpcFiles.map((path) => typeMembersOf(path, read(path)));
  const callbacks = rpc.flatMap((types) => types.callbacks);
  const linesOf = (isCounted: (path: string) => boolean) =>
    String(sum(files.filter(isCounted).map((path) => linesIn(read(path)))));
  return {
    "source files": String(src.length),
    lines: String(sum(lines)),
    "files of 20 lines or fewer": String(lines.filter((count) => count <= 20).length),
    functions: String(functions.length),
    "function at the 90th percentile, lines that are not blank": String(
      byLines[Math.floor(byLines.length * 0.9)]!.lines,
    ),
    "longest function, such lines": `${longest.lines} (${longest.path})`,
    "functions over 70 such lines": String(functions.filter(({ lines }) => lines > 70).length),
    "highest cyclomatic complexity": `${mostComplex.complexity} (${mostComplex.path})`,
    "functions with a complexity over 20": String(
      functions.filter(({ complexity }) => complexity > 20).length,
    ),
    "lines of src/rpc": linesOf((path) => /^src\/rpc\/.*\.ts$/.test(path)),
    "callbacks among the members of types in src/rpc": {
      text: `${callbacks.length} of ${sum(rpc.map(({ members }) => members))}`,
      names: callbacks,
    },
    "abstract methods of the classes in src/rpc": String(
      sum(rpcFiles.map((path) => abstractMethodsOf(path, read(path)))),
    ),
    "lines of codegen and src/mock": linesOf((path) => /^(codegen|src\/mock)\//.test(path)),
    "lines of the clients' hand-written runtimes": linesOf(isRuntime),
    "lines that are generated and committed": linesOf(isGenerated),
  };
}

/** The files of a folder that git knows or, without a repository, all of it. */
export function filesIn(folder: string): readonly string[] {
  const paths = existsSync(join(folder, ".git"))
    ? execFileSync("git", ["ls-files", "-z"], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 27 })
        .split("\0")
        .filter((path) => path !== "")
    : readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
        (path) => !path.startsWith("node_modules"),
      );
  return paths.filter((path) => statSync(join(folder, path)).isFile());
}

/** As the generator says it: some folders are generated as a whole, and some files among hand-written ones. */
function isGenerated(path: string): boolean {
  return generatedPlaces.some(({ folder, isGenerated }) => {
    if (!path.startsWith(`${folder}/`)) return false;
    return isGenerated === undefined || isGenerated(path.slice(folder.length + 1));
  });
}

function isRuntime(path: string): boolean {
  const isCode = /^clients\/(typescript|go|java|python|rust)\/.*\.(ts|go|java|py|rs)$/.test(path);
  const isTest = /(^|\/)(tests?|conformance|examples?|bench)\/|_test\.|\.test\.|bench\.py/.test(
    path,
  );
  return isCode && !isTest && !isGenerated(path);
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
