import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The releases of a module that the module proxy lists, oldest first: no candidates, and none for fuji alone. */
export async function releasesOf(module: string): Promise<readonly string[]> {
  const { stdout } = await run("go", ["list", "-m", "-versions", `${module}@latest`], options);
  return stdout.split(/\s+/).filter((word) => /^v\d+\.\d+\.\d+$/.test(word));
}

/** The folder with the sources of a version. */
export async function downloadModule(module: string, version: string): Promise<string> {
  const { stdout } = await run("go", ["mod", "download", "-json", `${module}@${version}`], options);
  return (JSON.parse(stdout) as { Dir: string }).Dir;
}

// Outside of a module, so that no go.mod of ours decides.
const options = { cwd: "/", maxBuffer: 2 ** 24 };

/**
 * A hash of what a file says: of Go, the text without comments and spaces. Of a folder, its Go files apart from tests.
 * Undefined if there is neither.
 */
export function contentHash(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  if (!existsSync(full)) return undefined;
  if (!statSync(full).isDirectory()) return hashOf(textWithoutComments(full));
  const files = readdirSync(full).filter((name) => /(?<!_test)\.go$/.test(name));
  return hashOf(
    files
      .sort()
      .map((name) => `${name}\n${textWithoutComments(join(full, name))}\n`)
      .join(""),
  );
}

function textWithoutComments(file: string): string {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".go") ? withoutComments(text) : text;
}

/** Go without comments and the white space that gofmt decides. */
export function withoutComments(source: string): string {
  const literal = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'/;
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;
  return source
    .replaceAll(
      new RegExp(`(${literal.source})|${comment.source}`, "g"),
      (_, kept?: string) => kept ?? "",
    )
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n\s*/g, "\n");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
